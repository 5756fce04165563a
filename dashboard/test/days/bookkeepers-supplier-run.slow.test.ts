import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { long } from "../../../server/test/kit/faults/random.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, prove } from "../kit/browser.ts";
import { tabTo } from "../kit/keyboard.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";
import { type SupplierFile, supplierFile } from "../kit/supplier-file.ts";

/**
 * A bookkeeper's supplier run, from a messy file to paid, with 5 near matches, 3 unknown names, and a total. Each row costs
 * the service a preview, a request, and an approval: all 400 with --long.
 */
const run: SupplierFile = supplierFile({ payments: long ? 400 : 60 });
const INTERACTIONS_MAX = 9;
const NAME = "Supplier run November";

const { dashboard, browser } = await openStage();
const bookkeeper = dashboard.user("bookkeeper");
const approver = dashboard.user("approver");
const { page } = await browser.signIn(bookkeeper, { at: "/accounts" });

const dollars = (cents: number): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);
const requestButton = () =>
  page.getByRole("button", { name: `Request ${run.ready.count} payments, ${dollars(run.ready.cents)}` });
const patient = { timeout: 600_000 };

/** What the removed row leaves. */
const rest = { count: run.ready.count - 1, cents: run.ready.cents - run.firstCents };

describe("a supplier run", () => {
  it(`is ready to request in at most ${INTERACTIONS_MAX} interactions`, async (t) => {
    const interactions: string[] = [];
    const act = async (name: string, does: () => Promise<unknown>) => {
      interactions.push(name);
      await does();
    };
    const click = (name: string) => act(name, () => page.getByRole("button", { name, exact: true }).click());
    await follow(page, "/pay/many");
    const begun = performance.now();
    await act("choose the file", () =>
      page.locator("input[type=file]").setInputFiles({
        name: "zahlungen.csv",
        mimeType: "application/octet-stream",
        buffer: Buffer.from(run.text, "latin1"),
      }),
    );
    await page.getByRole("heading", { name: "zahlungen.csv" }).waitFor();
    await page.getByText("Kaffeehaus Möller GmbH").first().waitFor();
    await page.getByText(/^Semicolon, Windows-1252 · .* · “1\.010,07” is \$1,010\.07/).waitFor();
    await page
      .getByText(`The rows add up to the file’s own total of ${dollars(run.cents)} (line ${run.payments + 3}).`)
      .waitFor();
    await page.getByRole("button", { name: "Accept all 5" }).waitFor();
    await page.getByRole("button", { name: "Invite all 3" }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "import-supplier-file");
    await click("Accept all 5");
    await click("Invite all 3");
    await page.getByRole("dialog", { name: "Invite recipients" }).waitFor();
    await checkAccessible(page);
    await look(page, "import-invite");
    await click("Send 3 invites");
    const proof = page.getByRole("dialog", { name: "Confirm your identity" });
    await proof
      .or(page.getByText("Invited", { exact: true }).first())
      .first()
      .waitFor();
    if (await proof.isVisible()) {
      // Typing the password, and the button.
      interactions.push("type the password");
      await act("confirm", () => prove(page, bookkeeper));
    }
    await requestButton().waitFor(patient);
    const seconds = Math.round((performance.now() - begun) / 1000);
    t.diagnostic(
      `${run.payments} rows with ${interactions.length} interactions in ${seconds} s: ${interactions.join(", ")}`,
    );
    assert.ok(interactions.length <= INTERACTIONS_MAX, interactions.join(", "));
    const totals = page.getByLabel("Totals of the file");
    await totals.getByText(`Payments: ${run.payments}`).waitFor();
    await totals.getByText(dollars(run.cents), { exact: true }).first().waitFor();
    await totals.getByText("Needs fixing: 3").waitFor();
    await look(page, "import-supplier-file-ready");
  });

  it("keeps every decision when the page is loaded again", async () => {
    await page.reload();
    await requestButton().waitFor(patient);
    await settled(page);
    assert.equal(await page.getByText("Invited", { exact: true }).count(), 3);
    await page.getByText("Not payments (1)").first().click();
    await page.getByText(`Says “Summe” and is the sum of ${run.payments} rows.`).waitFor();
    await page.getByRole("button", { name: `Pay anyway: line ${run.payments + 3}` }).waitFor();
  });

  it("becomes a named batch, which the bookkeeper submits without the invited recipients", async () => {
    const name = page.getByLabel("Batch name");
    assert.match(await name.inputValue(), /^zahlungen, \w+ \d+, \d{4}$/);
    await name.fill(NAME);
    await requestButton().click();
    const progress = page.getByRole("status").filter({ hasText: "requested" });
    await progress.getByText(/Approvers see the batch when you submit it\./).waitFor(patient);
    await progress.getByText(`${run.ready.count} of ${run.payments} requested`).waitFor();
    await checkAccessible(page);
    await look(page, "import-requested");
    await page.getByRole("link", { name: "View batch" }).click();
    await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
    await page.getByText(`${run.ready.count} of ${run.payments} payments requested`).waitFor();
    await checkAccessible(page);
    await look(page, "batch-open");
    await page.getByRole("button", { name: `Submit ${run.ready.count} payments, ${dollars(run.ready.cents)}` }).click();
    // Approvers decide on it; its requester may withdraw it.
    await page.getByRole("button", { name: `Withdraw ${run.ready.count} payments` }).waitFor();
    await settled(page);
    assert.equal(await page.getByRole("button", { name: /^Approve/ }).count(), 0);
  });

  it("is one item for the approver, who removes a row and approves the rest with one step-up, by keyboard", async () => {
    const { page: ben } = await browser.signIn(approver, { at: "/approvals" });
    const rows = ben.getByRole("table", { name: "Requests" }).locator("tbody tr");
    await rows
      .first()
      .getByRole("link", { name: `${NAME} (${run.ready.count})` })
      .waitFor();
    await settled(ben);
    assert.equal(await rows.filter({ hasText: dollars(run.firstCents) }).count(), 0, "its payments have no rows");
    await checkAccessible(ben, { inDark: true });
    await look(ben, "approvals-batch");
    await ben.keyboard.press("j");
    await ben.keyboard.press("o");
    const panel = ben.getByRole("region", { name: "Request", exact: true });
    await panel.getByRole("list", { name: "Payments of the batch" }).getByRole("listitem").nth(9).waitFor();
    await panel.getByRole("link", { name: "Review batch" }).waitFor();
    await checkAccessible(ben);
    await ben.keyboard.press("Escape");
    await ben.keyboard.press("Enter");
    await ben.getByRole("heading", { level: 1, name: NAME }).waitFor();
    const payments = ben.getByRole("table", { name: "Payments of the batch" }).locator("tbody tr");
    await payments.filter({ hasText: dollars(run.firstCents) }).waitFor();
    await checkAccessible(ben, { inDark: true });
    await look(ben, "batch");

    // Flagged payments come before it.
    const before = (await payments.allInnerTexts()).findIndex((text) => text.includes(dollars(run.firstCents)));
    for (let row = 0; row <= before; row += 1) await ben.keyboard.press("j");
    await ben.keyboard.press("x");
    await ben.getByRole("button", { name: "Remove 1 from batch" }).waitFor();
    await ben.keyboard.press("e");
    await payments.filter({ hasText: dollars(run.firstCents) }).waitFor({ state: "detached" });
    await ben.getByRole("button", { name: `Approve ${rest.count} payments, ${dollars(rest.cents)}` }).waitFor();
    await tabTo(ben, /^Approve \d+ payments/, { back: true });
    await ben.keyboard.press("Enter");
    await ben.getByRole("dialog").getByText("You will be asked to confirm your identity once").waitFor();
    await checkAccessible(ben);
    await ben.locator("[role=dialog] button[type=submit]:focus").waitFor();
    await ben.keyboard.press("Enter");
    await prove(ben, approver);
    await ben.getByText(new RegExp(` approved ${rest.count} payments\\.$`)).waitFor(patient);
    await look(ben, "batch-approved");
    await follow(ben, "/approvals");
    await rows.filter({ hasText: dollars(run.firstCents) }).waitFor();
    await settled(ben);
    assert.equal(await rows.filter({ hasText: NAME }).count(), 0, "a decided batch leaves the queue");
  });

  it("is paid: the bookkeeper sees on a phone that the payments were sent", async () => {
    await dashboard.call("POST", "/sandbox/bank/run", {});
    const { pathname } = new URL(page.url());
    const at = pathname.replace("/dashboard", "");
    const { page: phone } = await browser.signIn(bookkeeper, { at, phone: true });
    await phone
      .getByText(`${rest.count} payments, ${dollars(rest.cents)}`, { exact: true })
      .first()
      .waitFor();
    const rows = phone.getByRole("table", { name: "Payments of the batch" }).locator("tbody tr");
    await rows.first().getByText("Sent", { exact: true }).waitFor();
    await settled(phone);
    assert.equal(await rows.getByText("Sent", { exact: true }).count(), Math.min(rest.count, 50));
    await checkAccessible(phone);
    await look(phone, "batch-sent");
  });
});
