import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checkAccessible } from "./kit/accessible.ts";
import { look, type TestBrowser } from "./kit/browser.ts";
import type { TestDashboard } from "./kit/dashboard.ts";
import { askForPayment, statusOf } from "./kit/requests.ts";
import { openStage } from "./kit/stage.ts";

describe("approving in the dashboard", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await openStage(opened));
  });
  after(() => opened.disposeAsync());

  it("asked for by API, found on the home page, read and approved: the transaction exists", async () => {
    const asked = await askForPayment(dashboard, { amount: 4210.5, externalMemo: "Invoice 42", note: "Quarterly" });
    const { page } = await browser.signIn(dashboard.user("approver"));
    await page.getByRole("heading", { name: "Waiting for approval" }).waitFor();
    await page.getByRole("table", { name: "Accounts" }).waitFor();
    await page.locator(".recharts-surface").nth(1).waitFor();
    await checkAccessible(page);
    await look(page, "home-full");
    await page.getByRole("link", { name: "Approvals" }).click();
    await page.getByRole("table", { name: "Requests" }).waitFor();
    await checkAccessible(page);
    await look(page, "approvals");
    await page.goto(`${dashboard.url}/dashboard/approvals/${asked.requestId}`);
    await page.getByText("Invoice 42").waitFor();
    await page.getByText("Quarterly").waitFor();
    await page.getByText(/••••/).first().waitFor();
    await checkAccessible(page);
    await look(page, "approval");
    await page.getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/This is the last approval it needs: the money leaves .* ET\./).waitFor();
    await checkAccessible(page);
    await dialog.getByRole("button", { name: "Approve" }).click();
    await page.getByText(/Approved; the money leaves .* ET/).waitFor();
    await page.getByRole("link", { name: "See the transaction" }).waitFor();
    assert.equal(await page.getByText("Decided while you were reading").count(), 0, "their own decision is no news");
    const { status, transactionId } = await statusOf(dashboard, asked);
    assert.equal(status, "approved");
    const paid = (await dashboard.call("GET", `/transaction/${transactionId}`)) as { amount: number };
    assert.equal(paid.amount, -4210.5);
  });
});
