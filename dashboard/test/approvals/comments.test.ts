import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { mailTo } from "../kit/mails.ts";
import { requestPayment, statusOf, tokenMadeBy } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const cora = dashboard.user("bookkeeper");
const requested = await requestPayment(
  dashboard,
  { amount: 47.25, externalMemo: "Order 47" },
  await tokenMadeBy(dashboard, cora),
);
const { page: ben } = await browser.signIn(dashboard.user("approver"), { at: "/approvals" });
const { page: bookkeeper } = await browser.signIn(cora, { at: "/accounts", phone: true });

describe("a request sent back with a question", () => {
  const row = () => ben.getByRole("table", { name: "Requests" }).locator("tbody tr").filter({ hasText: "Order 47" });
  const panel = () => ben.getByRole("region", { name: "Request", exact: true });

  it("asks by keyboard, with a mention, and shows the request as sent back", async () => {
    await row().waitFor();
    await row().getByRole("link").first().focus();
    await ben.keyboard.press("Space");
    await panel().getByRole("heading", { name: "Decision" }).waitFor();
    await ben.keyboard.press("q");
    const dialog = ben.getByRole("dialog", { name: "Send back with a question" });
    const field = dialog.getByLabel("Question");
    await field.waitFor();
    await ben.keyboard.type("Is this the <b>March</b> order, @cor");
    await dialog.getByRole("option", { name: "Cora Lindqvist" }).waitFor();
    await checkAccessible(ben);
    await ben.keyboard.press("Enter");
    await dialog.getByText("Notifies Cora Lindqvist").waitFor();
    assert.equal(await field.inputValue(), "Is this the <b>March</b> order, @Cora Lindqvist ");
    await ben.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    const notice = panel().getByRole("status").filter({ hasText: "Ben Oyelaran sent this back with a question" });
    await notice.getByText("Is this the <b>March</b> order").waitFor();
    assert.equal(await panel().getByRole("button", { name: "Approve", exact: true }).count(), 0);
    const comments = panel().getByRole("list", { name: "Comments" });
    await comments.getByText("Is this the <b>March</b> order, @Cora Lindqvist").waitFor();
    await checkAccessible(ben, { inDark: true });
    await look(ben, "approvals-sent-back");
    await ben.keyboard.press("Escape");
    await row().getByText("Sent back").waitFor();
    await row().getByText("1 comment").waitFor();
    assert.equal((await statusOf(dashboard, requested)).status, "pendingApproval");
  });

  it("the requester finds the question on Home and in an e-mail, and the draft of the answer is kept", async () => {
    const mail = await mailTo(dashboard, cora.email);
    assert.match(mail.text, /Is this the <b>March<\/b> order, @Cora Lindqvist/);
    await bookkeeper.goto(`${dashboard.url}/dashboard/`);
    const item = bookkeeper.getByRole("listitem").filter({ hasText: "1 question to answer" });
    await item.getByText("Is this the <b>March</b> order").waitFor();
    await item.getByRole("link", { name: "Answer" }).click();
    await bookkeeper.getByRole("button", { name: "Answer", exact: true }).click();
    const field = bookkeeper.getByRole("textbox", { name: "Answer" });
    await field.and(bookkeeper.locator(":focus")).waitFor();
    await bookkeeper.keyboard.type("Yes: the offer is attached.");
    await bookkeeper.goto(`${dashboard.url}/dashboard/accounts`);
    await bookkeeper.goBack();
    assert.equal(await field.inputValue(), "Yes: the offer is attached.");
    await checkAccessible(bookkeeper);
    await look(bookkeeper, "answer-on-a-phone");
    await field.focus();
    await bookkeeper.keyboard.press("Meta+Enter");
    await bookkeeper.getByRole("list", { name: "Comments" }).getByText("Yes: the offer is attached.").waitFor();
    assert.equal(await bookkeeper.getByRole("textbox", { name: "Comment" }).inputValue(), "");
  });

  it("the answer returns it to the approver, and its transaction has the conversation", async () => {
    await row().getByText("Your approval").waitFor();
    await ben.keyboard.press("Space");
    await panel().getByRole("list", { name: "Comments" }).getByText("Yes: the offer is attached.").waitFor();
    await panel().getByRole("button", { name: "Approve", exact: true }).waitFor();
    await ben.keyboard.press("a");
    await ben.getByRole("dialog").getByText("This is the last approval").waitFor();
    await ben.keyboard.press("Enter");
    // The panel stays when its request leaves the queue, as the last one.
    await row().waitFor({ state: "detached" });
    await panel().getByRole("link", { name: "View transaction" }).click();
    await ben.getByRole("heading", { name: "Timeline" }).waitFor();
    const comments = ben.getByRole("list", { name: "Comments" });
    await comments.getByText("Yes: the offer is attached.").waitFor();
    await ben.getByRole("textbox", { name: "Comment" }).fill("Thank you");
    await ben.getByRole("button", { name: "Comment", exact: true }).click();
    await comments.getByText("Thank you").waitFor();
    await checkAccessible(ben);
    await look(ben, "transaction-conversation");
  });
});
