import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { type RequestedPayment, requestPayment, statusOf } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

describe("the approval queue by keyboard", () => {
  const all = (requested: readonly RequestedPayment[]) =>
    Promise.all(requested.map(async (request) => (await statusOf(dashboard, request)).status));

  it("selects, approves, rejects, and opens requests, and shows each result", async () => {
    const requested: RequestedPayment[] = [];
    for (const amount of [51, 52, 53, 54, 55]) requested.push(await requestPayment(dashboard, { amount }));
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals" });
    const keys = page.keyboard;
    await page.getByText("$55.00").waitFor();
    await keys.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.waitFor();
    await checkAccessible(page);
    await keys.press("Escape");
    await help.waitFor({ state: "hidden" });
    for (const key of ["j", "x", "j", "x"]) await keys.press(key);
    await page.getByRole("button", { name: "Approve 2" }).waitFor();
    await look(page, "approvals-selected");
    await keys.press("a");
    const dialog = page.getByRole("dialog", { name: "Approve 2 requests" });
    await dialog.getByText("$103.00").waitFor();
    await checkAccessible(page);
    await dialog.locator("button[type=submit]:focus").waitFor();
    await keys.press("Enter");
    await dialog
      .getByText(/Approved: the money leaves .* ET/)
      .nth(1)
      .waitFor();
    await keys.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("$51.00").waitFor({ state: "hidden" });
    assert.deepEqual(await all(requested.slice(0, 3)), ["approved", "approved", "pendingApproval"]);
    await keys.press("j");
    await keys.press("r");
    await page.getByRole("dialog").getByLabel("Reason").waitFor();
    await keys.type("Not on the order");
    await keys.press("Tab");
    await keys.press("Tab");
    await keys.press("Enter");
    await page.getByRole("dialog").getByText("Rejected").waitFor();
    await keys.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    assert.deepEqual(await all(requested.slice(2, 4)), ["rejected", "pendingApproval"]);
    await keys.press("j");
    await keys.press("Enter");
    await page.getByRole("heading", { name: /^Payment of \$54.00/ }).waitFor();
    await keys.press("a");
    await page.getByRole("dialog").getByText("This is the last approval").waitFor();
    await keys.press("Enter");
    await page.getByRole("link", { name: "View transaction" }).waitFor();
    assert.deepEqual(await all(requested.slice(3)), ["approved", "pendingApproval"]);
  });
});
