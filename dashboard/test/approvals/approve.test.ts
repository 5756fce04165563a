import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Route } from "playwright-core";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, prove } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { requestPayment, statusOf } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

describe("approving payments", () => {
  it("approves a request made through the API and creates the transaction", async () => {
    const requested = await requestPayment(dashboard, {
      amount: 4210.5,
      externalMemo: "Invoice 42",
      note: "Quarterly",
    });
    const { page } = await browser.signIn(dashboard.user("approver"));
    await page.getByRole("heading", { name: "1 request needs your approval, $4,210.50" }).waitFor();
    await page.getByRole("link", { name: "Approvals 1 needs your approval" }).waitFor();
    assert.equal(await page.title(), "(1) Home · Bursar");
    await page.getByRole("table", { name: "Accounts" }).waitFor();
    await page.locator(".recharts-surface").nth(1).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "home-full");
    await page.getByRole("link", { name: "Approvals" }).click();
    await page.getByRole("table", { name: "Requests" }).waitFor();
    await checkAccessible(page);
    await look(page, "approvals");
    await follow(page, `/approvals/${requested.requestId}`);
    await page.getByText("Invoice 42").waitFor();
    await page.getByText("Quarterly").waitFor();
    await page.getByText(/••••/).first().waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "approval");
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/This is the last approval needed: the money leaves .* ET\./).waitFor();
    await checkAccessible(page);
    // While the decision is on its way, the page learns of another request.
    const learnsOfAnother = async (route: Route) => {
      await requestPayment(dashboard, { amount: 4210.5 });
      await page
        .getByText(/^Possible duplicate/)
        .first()
        .waitFor();
      await route.continue();
    };
    await page.route("**/request-send-money/*/approve", learnsOfAnother, { times: 1 });
    await dialog.getByRole("button", { name: "Approve" }).click();
    await page.getByText(/Approved: the money leaves .* ET/).waitFor();
    await page.getByRole("link", { name: "View transaction" }).waitFor();
    assert.equal(
      await page.getByText("Someone else decided on this request").count(),
      0,
      "the user's own decision is not reported",
    );
    const { status, transactionId } = await statusOf(dashboard, requested);
    assert.equal(status, "approved");
    const paid = (await dashboard.call("GET", `/transaction/${transactionId}`)) as { amount: number };
    assert.equal(paid.amount, -4210.5);
  });

  it("shows flags above the decision on a phone and again in the confirmation", async () => {
    const requested = await requestPayment(dashboard, { amount: 99_000_000 });
    const { page } = await browser.signIn(dashboard.user("approver"), {
      at: `/approvals/${requested.requestId}`,
      phone: true,
    });
    const flag = page.getByText(/^Over balance: \$99,000,000\.00 is more than the \$[\d,.]+ available in Operating/);
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    await flag.waitFor();
    const [flagBox, button] = [await flag.boundingBox(), await approve.boundingBox()];
    assert.ok(flagBox !== null && button !== null && flagBox.y < button.y, "the flag comes first");
    await settled(page);
    assert.equal(await page.getByText(/^Cannot be paid now/).count(), 0, "nothing is said twice");
    await look(page, "approval-warned");
    await approve.click();
    await page
      .getByRole("dialog")
      .getByText(/^Over balance/)
      .waitFor();
    await checkAccessible(page);
    await look(page, "approval-warned-dialog");
  });

  it("shows methods and warnings when approving several, and leaves failures out of the total", async () => {
    const requested = [
      await requestPayment(dashboard, { amount: 77.7 }),
      await requestPayment(dashboard, { amount: 77.7 }),
    ];
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals" });
    await page.getByText("$77.70").nth(1).waitFor();
    for (const index of [0, 1])
      await page.getByRole("row").filter({ hasText: "$77.70" }).nth(index).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Approve 2" }).click();
    const dialog = page.getByRole("dialog", { name: "Approve 2 requests" });
    await dialog.getByText("ACH from Operating Checking").nth(1).waitFor();
    await dialog
      .getByText(/^Possible duplicate: Another open request for \$77\.70 to the same recipient/)
      .nth(1)
      .waitFor();
    assert.equal(await dialog.getByText(/[0-9a-f]{8}-[0-9a-f]{4}/).count(), 0, "IDs are not shown");
    await checkAccessible(page);
    await look(page, "approvals-many-warned");
    const other = await browser.signIn(dashboard.user("administrator"), {
      at: `/approvals/${requested[0]?.requestId}`,
    });
    await other.page.getByRole("button", { name: "Reject" }).click();
    await other.page.getByRole("dialog").getByLabel("Reason").fill("Twice");
    await other.page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await other.page.getByText("Rejected").first().waitFor();
    await dialog.getByRole("button", { name: "Approve 2" }).click();
    // Amounts requested for the recipient earlier today are added up.
    await prove(page, dashboard.user("approver"));
    await dialog.getByText("1 of 2 could not be completed. See each row.").waitFor();
    await dialog.getByRole("row", { name: /Total without failures \$77\.70/ }).waitFor();
    await look(page, "approvals-many-done");
  });
});
