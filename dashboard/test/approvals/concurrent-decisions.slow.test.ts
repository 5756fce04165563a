import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessible } from "../kit/accessible.ts";
import { look, openAnew } from "../kit/browser.ts";
import { type RequestedPayment, requestPayment, saveRule, statusOf, tokenMadeBy } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page: administrator } = await browser.signIn(dashboard.user("administrator"), { at: "/accounts" });
const { page: approver } = await browser.signIn(dashboard.user("approver"), { at: "/accounts" });

/** Decisions that race, and requests that change while they are open. */
describe("concurrent decisions", () => {
  const open = async (page: Page, { requestId }: RequestedPayment) => {
    await openAnew(page, `/approvals/${requestId}`);
    await page.getByRole("heading", { name: "Decision" }).waitFor();
  };
  const approveOn = async (page: Page) => {
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  };

  it("does not let requesters approve their own request, but allows them to withdraw it", async () => {
    const token = await tokenMadeBy(dashboard, dashboard.user("approver"));
    const requested = await requestPayment(dashboard, { amount: 31 }, token);
    await open(approver, requested);
    await approver.getByText("The requester cannot decide about their own request.").waitFor();
    assert.equal(await approver.getByRole("button", { name: "Approve", exact: true }).count(), 0);
    await approver.getByRole("button", { name: "Withdraw" }).click();
    await approver.getByRole("dialog").getByLabel("Reason").fill("Duplicate");
    await approver.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await approver.getByText("Withdrawn").first().waitFor();
    assert.equal((await statusOf(dashboard, requested)).status, "cancelled");
  });

  it("pays once when two approvers decide at the same time", async () => {
    const requested = await requestPayment(dashboard, { amount: 32 });
    for (const page of [administrator, approver]) {
      await open(page, requested);
      await page.getByRole("button", { name: "Approve", exact: true }).click();
    }
    await Promise.all(
      [administrator, approver].map((page) =>
        page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click(),
      ),
    );
    await Promise.all(
      [administrator, approver].map((page) => page.getByRole("link", { name: "View transaction" }).waitFor()),
    );
    const notices = await Promise.all(
      [administrator, approver].map((page) => page.getByText("Someone else decided on this request").count()),
    );
    assert.equal(
      notices.reduce((sum, count) => sum + count, 0),
      1,
    );
    assert.equal((await statusOf(dashboard, requested)).reviews.length, 1);
  });

  it("shows a rule change while the page is open and requires its acknowledgment before approval", async () => {
    const requested = await requestPayment(dashboard, { amount: 33 });
    await open(administrator, requested);
    await open(approver, requested);
    await approver.getByText("One approver").waitFor();
    await saveRule(dashboard, { name: "Two of us", steps: [{ approvals: 2, approvers: { kind: "anyone" } }] });
    await approver.getByText("This request changed since you opened it").waitFor();
    await approver.getByText("Two of us").first().waitFor();
    assert.ok(await approver.getByRole("button", { name: "Approve", exact: true }).isDisabled());
    await checkAccessible(approver);
    await look(approver, "approval-changed");
    await approver.getByRole("button", { name: "Mark changes as reviewed" }).click();
    await approveOn(approver);
    await approver.getByText("1 of 2 approvals").waitFor();
    assert.equal((await statusOf(dashboard, requested)).status, "pendingApproval");
    await administrator.getByRole("button", { name: "Mark changes as reviewed" }).click();
    await administrator.getByText("Approved by Ben Oyelaran").waitFor();
    await approveOn(administrator);
    await administrator.getByRole("link", { name: "View transaction" }).waitFor();
    assert.equal((await statusOf(dashboard, requested)).status, "approved");
    // The other user's page refreshes without a reload.
    await approver.getByText("Someone else decided on this request").waitFor();
  });

  it("rejects an approval from a page that has not loaded the latest change", async () => {
    const requested = await requestPayment(dashboard, { amount: 34 });
    await open(approver, requested);
    // The page gets an outdated review, and learns of the change only from the response to its decision.
    const old = await approver.waitForResponse("**/approvals/*/review");
    const body = await old.text();
    await approver.route("**/approvals/*/review", (route) => route.fulfill({ contentType: "application/json", body }));
    await saveRule(dashboard, {
      name: "Other rule",
      position: 0,
      steps: [{ approvals: 1, approvers: { kind: "anyone" } }],
    });
    await approveOn(approver);
    await approver.getByText(/This request has changed. Read version/).waitFor();
    assert.equal((await statusOf(dashboard, requested)).status, "pendingApproval");
    await approver.unroute("**/approvals/*/review");
    await approver.getByText("This request changed since you opened it").waitFor();
  });
});
