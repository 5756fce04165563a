import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look } from "../kit/browser.ts";
import { accountAndRecipient } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

describe("a payment that should not have been made", async () => {
  const { dashboard, browser } = await openStage();

  it("is reversed by the bank after another user has approved it", async () => {
    const { accountId, recipientId } = await accountAndRecipient(dashboard);
    const body = { recipientId, amount: 314.15, paymentMethod: "ach", idempotencyKey: "paid-twice" };
    const { id } = (await dashboard.call("POST", `/account/${accountId}/transactions`, body)) as {
      readonly id: string;
    };
    await dashboard.call("POST", `/sandbox/transactions/${id}/settle`);

    const { page } = await browser.signIn(dashboard.user("administrator"));
    await follow(page, `/transactions/${id}`);
    await page.getByText(/^This payment can be reversed until /).waitFor();
    await page.getByRole("button", { name: "Reverse payment" }).click();
    const dialog = page.getByRole("dialog", { name: "Reverse payment" });
    await dialog.getByRole("radio", { name: "Paid twice" }).click();
    await checkAccessible(page);
    await look(page, "reverse-payment");
    await dialog.getByRole("button", { name: "Reverse payment" }).click();
    await page.getByText("Waiting for approval").waitFor();
    await page.getByRole("button", { name: "Withdraw" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Approve" }).count(), 0, "the requester does not approve");

    const { page: second } = await browser.signIn(dashboard.user("approver"));
    await follow(second, "/approvals");
    const queued = second.getByRole("list", { name: "Reversals and recalls" });
    await queued.getByText(/^Reversal of \$314\.15 to /).waitFor();
    await checkAccessible(second);
    await look(second, "reversals-in-the-queue");
    await queued.getByRole("button", { name: "Approve" }).click();
    await second.getByRole("dialog").getByRole("button", { name: "Approve reversal" }).click();
    await queued.waitFor({ state: "detached" });
    await follow(second, `/transactions/${id}`);
    await second
      .getByText(/^(Approved|Sent)$/)
      .first()
      .waitFor();
    await checkAccessible(second);
  });
});
