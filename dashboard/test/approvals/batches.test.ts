import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove } from "../kit/browser.ts";
import { requestPayment, statusOf } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

/** A bookkeeper's file becomes one item for approvers, who open it, take a payment out, and approve the rest at once. */
const { dashboard, browser } = await openStage();
const approver = dashboard.user("approver");
const AMOUNTS = ["4,110.00", "4,120.00", "4,130.00", "4,140.00", "4,150.00", "4,160.00"];
const RECIPIENTS = ["Tern Packaging Co.", "Mina Okafor Design"];
const NAME = "Supplier run November";

const file = `recipient;amount\n${AMOUNTS.map((amount, index) => `${RECIPIENTS[index % 2]};"${amount}"`).join("\n")}\n`;

type Listed = { readonly requests: readonly { readonly amount: number; readonly requestId: string }[] };
const requestOf = async (amount: number): Promise<string> => {
  const { requests } = (await dashboard.call("GET", "/request-send-money?status=all&limit=1000")) as Listed;
  return requests.find((request) => request.amount === amount)?.requestId ?? assert.fail(`no request of ${amount}`);
};

describe("a batch", () => {
  it("is made of the rows of a file", async () => {
    const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/pay/many" });
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    const name = page.getByLabel("Batch name");
    assert.match(await name.inputValue(), /^november, \w+ \d+, \d{4}$/);
    await name.fill(NAME);
    await page.getByRole("button", { name: "Request 6 payments, $24,810.00" }).click();
    await page.getByText("6 of 6 requested").waitFor();
    await checkAccessible(page);
    await page.getByRole("link", { name: "View batch" }).click();
    await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
    // Approvers decide about it; its requester may withdraw it.
    await page.getByRole("button", { name: "Withdraw 6 payments" }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Approve/ }).count(), 0);
  });

  it("is one item of the queue, and is approved in one decision with one step-up, by keyboard", async () => {
    const { page } = await browser.signIn(approver, { at: "/approvals" });
    const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
    const first = rows.first();
    await first.getByRole("link", { name: `${NAME} (6)` }).waitFor();
    await first.getByText("$24,810.00").waitFor();
    await first.getByText("Your approval").waitFor();
    assert.equal(await rows.filter({ hasText: "$4,110.00" }).count(), 0, "its payments have no rows of their own");
    await checkAccessible(page, { inDark: true });
    await look(page, "approvals-batch");
    await page.keyboard.press("j");
    await page.keyboard.press("o");
    await page
      .getByRole("region", { name: "Request", exact: true })
      .getByRole("link", { name: "Open batch" })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: NAME }).waitFor();
    const payments = page.getByRole("table", { name: "Payments of the batch" }).locator("tbody tr");
    await payments.nth(5).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "batch");

    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Remove 1 from batch" }).click();
    await payments.nth(5).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Approve 5 payments, $20,700.00" }).click();
    await page.getByRole("dialog").getByText("You will be asked to confirm your identity once").waitFor();
    await checkAccessible(page);
    await page.keyboard.press("Enter");
    await prove(page, approver);
    await page.getByText(/ approved 5 payments\.$/).waitFor();
    await look(page, "batch-approved");
    const removed = await statusOf(dashboard, { requestId: await requestOf(4_110), version: 1 });
    const approved = await statusOf(dashboard, { requestId: await requestOf(4_120), version: 1 });
    assert.deepEqual([removed.status, approved.status], ["pendingApproval", "approved"]);
  });

  it("is made of a selection, opened on a phone, and rejected with one reason", async () => {
    await requestPayment(dashboard, { amount: 77 });
    const { page } = await browser.signIn(approver, { at: "/approvals" });
    const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
    await rows.filter({ hasText: "$4,110.00" }).waitFor();
    await rows.filter({ hasText: "$4,110.00" }).getByRole("checkbox").check();
    await rows.filter({ hasText: "$77.00" }).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Group as batch" }).click();
    await page.getByLabel("Batch name").fill("Left over");
    await checkAccessible(page);
    await page.getByRole("button", { name: "Group", exact: true }).click();
    await rows.first().getByText("Left over (2)").waitFor();

    const phone = (await browser.signIn(approver, { at: "/approvals", phone: true })).page;
    await phone.getByRole("link", { name: "Left over (2)" }).click();
    await phone.getByRole("button", { name: "Reject 2 payments" }).click();
    await phone.getByLabel("Reason").fill("Already paid by card");
    await checkAccessible(phone, { inDark: true });
    await look(phone, "batch-phone");
    await phone.getByRole("dialog").getByRole("button", { name: "Reject 2 payments" }).click();
    await phone.getByText(/ rejected 2 payments\.$/).waitFor();
    const { status } = await statusOf(dashboard, { requestId: await requestOf(4_110), version: 1 });
    assert.equal(status, "rejected");
  });
});
