import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "../../../server/src/kernel/clock/clock.ts";
import type { RequestId, UserId } from "../../../server/src/kernel/values/ids.ts";
import { changeSettings, readSettings } from "../../../server/src/modules/identity/index.ts";
import { markFailureHandled, openFailures } from "../../../server/src/modules/payments/index.ts";
import { long } from "../../../server/test/kit/faults/random.ts";
import type { TestOrganization } from "../../../server/test/kit/service/full-app.ts";
import { decide, newUser } from "../../../server/test/kit/worlds/approvals.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, prove } from "../kit/browser.ts";
import { accountAndRecipient, type RequestedPayment } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

describe("a failed payment", () => {
  const { service, demo } = dashboard;
  const { organizationId } = demo;

  /** The failure that the demo leaves open. */
  async function handleTheOthers(): Promise<void> {
    const userId = service.newId<UserId>();
    const { latest } = await openFailures(service, organizationId, 10);
    for (const { transaction_id: transactionId } of latest)
      await service.database.transaction((tx) =>
        markFailureHandled(service, tx, {
          organizationId,
          transactionId,
          userId,
          actor: { type: "service" },
          note: null,
        }),
      );
  }

  /** Sent, and returned because the recipient's bank knows no such account. */
  async function returnedPayment(amount: number): Promise<{ readonly id: string; readonly payeeName: string }> {
    const { accountId, recipientId, payeeName } = await accountAndRecipient(dashboard);
    const body = { recipientId, amount, paymentMethod: "ach", externalMemo: "Invoice 77" };
    const { id } = (await dashboard.call("POST", `/account/${accountId}/transactions`, body)) as { id: string };
    await dashboard.call("POST", `/sandbox/transactions/${id}/settle`, {});
    await dashboard.call("POST", `/sandbox/transactions/${id}/return`, { code: "R03" });
    return { id, payeeName };
  }

  it("is on the home page until its details are corrected, it is paid again, and marked as handled", async () => {
    await handleTheOthers();
    const { id, payeeName } = await returnedPayment(1234.5);
    const bookkeeper = dashboard.user("bookkeeper");
    const { page } = await browser.signIn(bookkeeper);
    await page.getByRole("heading", { name: "1 failed payment to handle, $1,234.50 (did not leave)" }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "home-failed-payment");
    await page.getByRole("link", { name: "Handle", exact: true }).click();
    await page.getByText("Failed payments: Needs attention").waitFor();
    await page.getByRole("table", { name: "Transactions" }).getByRole("link", { name: payeeName }).click();
    const steps = page.getByRole("region", { name: "Next steps" });
    await steps.getByText(/The bank found no such account of this recipient/).waitFor();
    await page.getByText("$1,234.50 (did not leave)").first().waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "failed-payment");

    await steps.getByRole("link", { name: "Correct bank details" }).click();
    const dialog = page.getByRole("dialog", { name: /ACH details of/ });
    await dialog.getByLabel("Routing number").fill("021000021");
    await dialog.getByLabel("Account number").fill("445566770099");
    await dialog.getByRole("button", { name: "Save details" }).click();
    await prove(page, bookkeeper);
    await page.getByRole("heading", { name: "Pay", level: 1 }).waitFor();
    assert.equal(await page.getByLabel("Amount", { exact: true }).inputValue(), "1,234.50");
    assert.equal(await page.getByLabel(/^Memo/).inputValue(), "Invoice 77");
    assert.ok(await page.getByRole("radio", { name: "ACH" }).isChecked());
    await page.getByRole("button", { name: "Request payment" }).click();
    await page.getByRole("link", { name: "Back to failed payment" }).click();
    await steps.getByText(/was requested after this one failed/).waitFor();
    assert.ok(page.url().includes(id));

    await steps.getByRole("button", { name: "Mark as handled" }).click();
    const marking = page.getByRole("dialog", { name: "Mark as handled" });
    await checkAccessible(page);
    await marking.getByLabel("Note (optional)").fill("New account; <b>paid again</b>");
    await marking.getByRole("button", { name: "Mark as handled" }).click();
    await steps.getByText("“New account; <b>paid again</b>”").waitFor();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByText("Nothing needs you today").waitFor();
    await page.getByText("1 request waits for other approvers.").waitFor();
    await look(page, "home-clean");
  });

  it("counts what a user may approve in the menu and the title, on a phone", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"), { phone: true });
    await page.getByRole("heading", { name: "1 request needs your approval, $1,234.50" }).waitFor();
    assert.equal(await page.title(), "(1) Home · Bursar");
    await checkAccessible(page);
    await look(page, "home-on-a-phone");
    await page.getByRole("button", { name: "Open navigation" }).click();
    await page.getByRole("link", { name: "Approvals 1 needs your approval" }).click();
    await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
    assert.equal(await page.title(), "(1) Approvals · Bursar");
  });

  it("is asked about, marked with others, and opened again; home shows all that waits", { skip: !long }, async () => {
    await prepareHome();
    const first = await returnedPayment(310);
    await returnedPayment(311);
    const { page } = await browser.signIn(dashboard.user("administrator"));
    await page.getByRole("heading", { name: /^2 payments scheduled this week, .*: not enough money$/ }).waitFor();
    await page.getByRole("heading", { name: "1 change of bank details to confirm" }).waitFor();
    await page.getByRole("heading", { name: /^2 failed payments to handle, \$621\.00/ }).waitFor();
    await page.locator(".recharts-surface").nth(1).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "home-everything");

    await follow(page, `/transactions/${first.id}`);
    await page.getByRole("link", { name: "Ask recipient" }).click();
    const note = page.getByLabel("Note (optional)");
    await note.waitFor();
    assert.match(await note.inputValue(), /^Our payment of \$310\.00 of .* did not reach you\./);
    await checkAccessible(page);

    await follow(page, "/transactions?handled=false");
    const table = page.getByRole("table", { name: "Transactions" });
    await table.getByRole("checkbox", { name: /310/ }).check();
    await table.getByRole("checkbox", { name: /311/ }).check();
    await page.getByRole("button", { name: "Mark as handled" }).click();
    await checkAccessible(page);
    await look(page, "mark-as-handled");
    await page.getByRole("dialog").getByRole("button", { name: "Mark as handled" }).click();
    await page.getByText("No transactions match").waitFor();

    await follow(page, `/transactions/${first.id}`);
    await page.getByText(/^Handled by /).waitFor();
    await checkAccessible(page, { inDark: true });
    await page.getByRole("button", { name: "Mark as not handled" }).click();
    await page.getByRole("link", { name: "Pay again" }).waitFor();
  });

  /** Scheduled payments above the balance, and changed details that the token's creator may not confirm. */
  async function prepareHome(): Promise<void> {
    await handleTheOthers();
    const { accountId, recipientId } = await accountAndRecipient(dashboard);
    const { organizationId } = demo;
    const day = new Date(service.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
    const userId = await newUser(service, { organizationId } as TestOrganization);
    for (const amount of [900, 5_000_000]) {
      const body = { recipientId, amount, paymentMethod: "ach", sendOn: day };
      const asked = (await dashboard.call(
        "POST",
        `/account/${accountId}/request-send-money`,
        body,
      )) as RequestedPayment;
      const requestId = asked.requestId as RequestId;
      await decide(service, { organizationId } as TestOrganization, { requestId, userId });
    }
    await service.database.transaction(async (tx) => {
      const { version } = await readSettings(tx, organizationId);
      const changes = { confirmBankDetailChanges: true };
      await changeSettings(service, tx, {
        organizationId,
        actor: { type: "operator" },
        version,
        changes,
        at: new Date(),
      });
    });
    const electronicRoutingInfo = {
      accountNumber: "445566770088",
      routingNumber: "021000021",
      electronicAccountType: "businessChecking",
    };
    await dashboard.call("POST", `/recipient/${recipientId}`, { electronicRoutingInfo });
  }
});
