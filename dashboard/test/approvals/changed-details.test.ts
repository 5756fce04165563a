import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { accountAndRecipient, requestPayment } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { recipientId } = await accountAndRecipient(dashboard);
await dashboard.call("POST", `/recipient/${recipientId}`, {
  electronicRoutingInfo: {
    accountNumber: "990011224166",
    routingNumber: "121000248",
    electronicAccountType: "businessChecking",
  },
});
const { requestId } = await requestPayment(dashboard, { amount: 317 });

describe("changed bank details", () => {
  it("are shown before and after with the changed characters, in the queue on hover", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals" });
    const row = page.getByRole("row").filter({ hasText: "$317.00" });
    const flag = row.getByText(/^(Changed by requester|Details changed)/).first();
    await flag.hover();
    const changes = page.getByRole("tooltip").getByRole("table", { name: "Changed details" });
    await changes.getByRole("row", { name: /Routing number/ }).waitFor();
    await look(page, "changed-details-hover");
    // The flag lies above the link of its row, and opens it.
    await flag.click();
    await page.getByRole("heading", { name: /^Payment of \$317\.00/, level: 1 }).waitFor();
    const review = page.getByRole("table", { name: "Changed details" });
    await review
      .getByRole("row", { name: /Account/ })
      .first()
      .waitFor();
    assert.notEqual((await review.locator("del").allInnerTexts()).join(""), "", "what was replaced is marked");
    assert.notEqual((await review.locator("ins").allInnerTexts()).join(""), "", "what replaced it is marked");
    assert.equal(await page.getByText("Last change").count(), 0, "the flag says it");
    const [top, decision] = [await review.boundingBox(), await page.getByText("From", { exact: true }).boundingBox()];
    assert.ok(top !== null && decision !== null && top.y < decision.y, "the changes come before the facts");
    await checkAccessible(page, { inDark: true });
    await look(page, "changed-details");
  });

  it("leave the decision in reach at the bottom of a phone", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"), { at: `/approvals/${requestId}`, phone: true });
    const approve = page.getByRole("button", { name: "Approve", exact: true });
    await approve.waitFor();
    const box = await approve.boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    assert.ok(box !== null && box.y + box.height <= height && box.y > height / 2, "it is in the bar at the bottom");
    await page.getByRole("button", { name: "Copy link" }).waitFor();
    await page.getByRole("button", { name: "Print" }).waitFor();
    await checkAccessible(page);
    await look(page, "changed-details-phone");
  });
});
