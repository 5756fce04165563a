import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { DAY_MS, plusMs } from "../../../server/src/kernel/clock/clock.ts";
import type { RequestId } from "../../../server/src/kernel/values/ids.ts";
import { changeSettings, readSettings } from "../../../server/src/modules/1-records/identity/index.ts";
import { long } from "../../../server/test/kit/faults/random.ts";
import type { TestOrganization } from "../../../server/test/kit/service/full-app.ts";
import { decide, newUser } from "../../../server/test/kit/worlds/approvals.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look } from "../kit/browser.ts";
import { handleFailures, returnedPayment } from "../kit/failures.ts";
import { accountAndRecipient, type RequestedPayment } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

// The everyday steps are in days/approvers-monday.slow.test.ts.
describe("a failed payment", { skip: !long }, async () => {
  const { dashboard, browser } = await openStage();
  const { service, demo } = dashboard;

  it("is asked about, marked with others, and opened again; home shows all that waits", async () => {
    await prepareHome();
    const first = await returnedPayment(dashboard, 310);
    await returnedPayment(dashboard, 311);
    const { page } = await browser.signIn(dashboard.user("administrator"));
    await page.getByRole("heading", { name: /^2 payments scheduled this week, .*: not enough money$/ }).waitFor();
    await page.getByRole("heading", { name: "1 change of bank details to confirm" }).waitFor();
    await page.getByRole("heading", { name: /^2 failed payments need attention, \$621\.00/ }).waitFor();
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
    await handleFailures(dashboard);
    const { accountId, recipientId } = await accountAndRecipient(dashboard);
    const { organizationId } = demo;
    const day = newYorkDay(plusMs(service.clock.now(), 2 * DAY_MS));
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
