import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look, prove } from "../kit/browser.ts";
import { handleFailures, returnedPayment } from "../kit/failures.ts";
import { mailTo } from "../kit/mails.ts";
import { accountAndRecipient, type RequestedPayment, statusOf, tokenMadeBy } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

/**
 * Monday of Ben, who approves, and of Cora, who pays: Home, a flagged request that goes back with a question, the next
 * ones, a batch on the phone, and a failed payment that Ben hands to Cora.
 */
const { dashboard, browser } = await openStage();
const cora = dashboard.user("bookkeeper");
const token = await tokenMadeBy(dashboard, cora);
const recipient = (name: string): string =>
  dashboard.demo.recipients.find((payee) => payee.name === name)?.id ?? assert.fail(`no recipient ${name}`);

async function request(name: string, amount: number, externalMemo: string): Promise<RequestedPayment> {
  const { accountId } = await accountAndRecipient(dashboard);
  const body = { recipientId: recipient(name), amount, paymentMethod: "ach", externalMemo };
  // As the API answers.
  return (await dashboard.call("POST", `/account/${accountId}/request-send-money`, body, token)) as RequestedPayment;
}

let flagged: RequestedPayment;
let returned: Awaited<ReturnType<typeof returnedPayment>>;
const { page: ben } = await browser.signIn(dashboard.user("approver"), { at: "/accounts" });
const { page: phone } = await browser.signIn(cora, { at: "/accounts", phone: true });
const rows = ben.getByRole("table", { name: "Requests" }).locator("tbody tr");
const panel = ben.getByRole("region", { name: "Request", exact: true });
const dialog = ben.getByRole("dialog");

/** Presses Enter on the button that submits the dialog. */
async function confirm(): Promise<void> {
  await dialog.locator("button[type=submit]:focus").waitFor();
  await ben.keyboard.press("Enter");
}

describe("an approver's Monday", () => {
  before(async () => {
    await handleFailures(dashboard);
    const electronicRoutingInfo = {
      accountNumber: "5519920099",
      routingNumber: "123000220",
      electronicAccountType: "businessChecking",
      address: { address1: "77 Port Way", city: "Hood River", region: "OR", postalCode: "97031", country: "US" },
    };
    await dashboard.call("POST", `/recipient/${recipient("Columbia Gorge Freight")}`, { electronicRoutingInfo });
    flagged = await request("Columbia Gorge Freight", 640, "Order 47");
    await request("Alder Block Properties LLC", 104.5, "Rent");
    await request("Willamette Gas & Power", 103.25, "Power");
    await request("Beacon Mutual Insurance", 77, "Premium");
    await request("Beacon Mutual Insurance", 78, "Premium, second part");
    returned = await returnedPayment(dashboard, 1234.5);
  });

  it("begins on Home, which leads to what needs him, and there to what is flagged", async () => {
    await follow(ben, "/");
    await ben.getByRole("heading", { name: "5 requests need your approval, $1,002.75" }).waitFor();
    await ben.getByRole("heading", { name: "1 failed payment needs attention", exact: true }).waitFor();
    assert.equal(await ben.title(), "(5) Home · Bursar");
    await checkAccessible(ben, { inDark: true });
    await look(ben, "home-monday");
    await ben.getByRole("link", { name: "Review", exact: true }).click();
    await rows.nth(4).waitFor();
    assert.equal(await ben.getByRole("button", { name: "Needs my approval" }).getAttribute("aria-pressed"), "true");
    await ben.getByRole("button", { name: "Add filter" }).click();
    await ben.getByRole("menuitem", { name: "Flags" }).click();
    await ben.getByRole("radio", { name: "Flagged" }).check();
    await ben.keyboard.press("Escape");
    await rows.nth(1).waitFor({ state: "detached" });
    await rows.filter({ hasText: "Changed by requester" }).waitFor();
    await look(ben, "approvals-flagged");
  });

  it("sends the flagged request back with a question and a mention, by keyboard", async () => {
    await ben.keyboard.press("j");
    await ben.keyboard.press("Space");
    await panel.getByRole("heading", { name: "Decision" }).waitFor();
    await ben.keyboard.press("q");
    const asking = ben.getByRole("dialog", { name: "Send back with a question" });
    const field = asking.getByLabel("Question");
    await field.waitFor();
    await ben.keyboard.type("Is this the <b>March</b> order, @cor");
    await asking.getByRole("option", { name: "Cora Lindqvist" }).waitFor();
    await checkAccessible(ben);
    await ben.keyboard.press("Enter");
    await asking.getByText("Notifies Cora Lindqvist").waitFor();
    await hasValue(field, "Is this the <b>March</b> order, @Cora Lindqvist ");
    await ben.keyboard.press("Control+Enter");
    await asking.waitFor({ state: "detached" });
    const notice = panel.getByRole("status").filter({ hasText: "Ben Oyelaran sent this back with a question" });
    await notice.getByText("Is this the <b>March</b> order").waitFor();
    assert.equal(await panel.getByRole("button", { name: "Approve", exact: true }).count(), 0);
    const comments = panel.getByRole("list", { name: "Comments" });
    await comments.getByText("Is this the <b>March</b> order, @Cora Lindqvist").waitFor();
    await checkAccessible(ben, { inDark: true });
    await look(ben, "approvals-sent-back");
    await ben.keyboard.press("Escape");
    await ben.getByRole("button", { name: "Clear filters" }).click();
    await ben.getByRole("button", { name: "Needs my approval" }).click();
    const row = rows.filter({ hasText: "$640.00" });
    await row.getByText("Sent back").waitFor();
    await row.getByText("1 comment").waitFor();
    assert.equal((await statusOf(dashboard, flagged)).status, "pendingApproval");
  });

  it("the requester finds the question on Home and in an email, and answers on a phone", async () => {
    const mail = await mailTo(dashboard, cora.email);
    assert.match(mail.text, /Is this the <b>March<\/b> order, @Cora Lindqvist/);
    await phone.goto(`${dashboard.url}/dashboard/`);
    const item = phone.getByRole("listitem").filter({ hasText: "1 question to answer" });
    await item.getByText("Is this the <b>March</b> order").waitFor();
    await item.getByRole("link", { name: "Answer" }).click();
    await phone.getByRole("button", { name: "Answer", exact: true }).click();
    const field = phone.getByRole("textbox", { name: "Answer" });
    await field.and(phone.locator(":focus")).waitFor();
    await phone.keyboard.type("Yes: the offer is attached.");
    // The draft of the answer is kept.
    await phone.goto(`${dashboard.url}/dashboard/accounts`);
    await phone.goBack();
    await hasValue(field, "Yes: the offer is attached.");
    await checkAccessible(phone);
    await look(phone, "answer-on-a-phone");
    await field.focus();
    await phone.keyboard.press("Meta+Enter");
    await phone.getByRole("list", { name: "Comments" }).getByText("Yes: the offer is attached.").waitFor();
    await hasValue(phone.getByRole("textbox", { name: "Comment" }), "");
  });

  it("approves it after the answer, and the next ones without returning to the list", async () => {
    await rows.filter({ hasText: "$640.00" }).getByText("Sent back").waitFor({ state: "detached" });
    await rows.filter({ hasText: "$640.00" }).getByRole("link").first().focus();
    await ben.keyboard.press("Space");
    await panel.getByRole("list", { name: "Comments" }).getByText("Yes: the offer is attached.").waitFor();
    await panel.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await ben.keyboard.press("n");
    await dialog.getByText("This is the last approval").waitFor();
    await confirm();
    for (const amount of ["104.50", "103.25"]) {
      await panel.getByRole("heading", { name: new RegExp(`^Payment of \\$${amount}`) }).waitFor();
      await ben.keyboard.press("n");
      await confirm();
    }
    await panel.getByRole("heading", { name: /^Payment of \$77\.00/ }).waitFor();
    await ben.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    const { transactionId } = await statusOf(dashboard, flagged);
    await follow(ben, `/transactions/${transactionId}`);
    const comments = ben.getByRole("list", { name: "Comments" });
    await comments.getByText("Yes: the offer is attached.").waitFor();
    await ben.getByRole("textbox", { name: "Comment" }).fill("Thank you");
    await ben.getByRole("button", { name: "Comment", exact: true }).click();
    await comments.getByText("Thank you").waitFor();
    await checkAccessible(ben);
    await look(ben, "transaction-conversation");
  });

  it("groups two payments, and rejects them on the phone with one reason", async () => {
    await follow(ben, "/approvals");
    for (const amount of ["$77.00", "$78.00"]) await rows.filter({ hasText: amount }).getByRole("checkbox").check();
    await ben.getByRole("button", { name: "Group as batch" }).click();
    await ben.getByLabel("Batch name").fill("Left over");
    await checkAccessible(ben);
    await ben.keyboard.press("Enter");
    await rows.first().getByText("Left over (2)").waitFor();
    await rows.nth(1).waitFor({ state: "detached" });

    await ben.setViewportSize({ width: 390, height: 844 });
    await ben.getByRole("button", { name: "Open navigation" }).click();
    await ben.getByRole("link", { name: "Approvals 1 needs your approval" }).waitFor();
    await ben.getByRole("link", { name: "Home" }).click();
    await ben.getByRole("heading", { name: "1 item (2 payments) needs your approval, $155.00" }).waitFor();
    assert.equal(await ben.title(), "(1) Home · Bursar");
    await checkAccessible(ben);
    await look(ben, "home-on-a-phone");
    await ben.getByRole("link", { name: "Left over" }).click();
    await ben.getByRole("button", { name: "Ungroup" }).click();
    await dialog.getByText("2 payments will need a decision one by one").waitFor();
    await checkAccessible(ben);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await ben.getByRole("button", { name: "Reject 2 payments" }).click();
    await ben.getByLabel("Reason").fill("Already paid by card");
    await checkAccessible(ben, { inDark: true });
    await look(ben, "batch-phone");
    await dialog.getByRole("button", { name: "Reject 2 payments" }).click();
    await ben.getByText(/ rejected 2 payments\.$/).waitFor();
    await ben.setViewportSize({ width: 1280, height: 800 });
  });

  it("hands a failed payment to the bookkeeper, who corrects the details and pays again", async () => {
    await follow(ben, "/");
    await ben.getByRole("link", { name: "Resolve", exact: true }).click();
    await ben.getByText("Failed payments: Needs attention").waitFor();
    await ben.getByRole("table", { name: "Transactions" }).getByRole("link", { name: returned.payeeName }).click();
    await ben.getByText("$1,234.50 (did not leave)").first().waitFor();
    await ben.getByRole("textbox", { name: "Comment" }).fill("Please get the right account number, @Cora");
    // By keyboard, because the list of users is hidden while a page that still loads moves the field out of view.
    const marked = ben.locator("[role=option][data-combobox-selected]", { hasText: "Cora Lindqvist" });
    await marked.waitFor({ state: "attached" });
    await ben.keyboard.press("Enter");
    await ben.getByRole("button", { name: "Comment", exact: true }).click();
    await ben.getByRole("list", { name: "Comments" }).getByText("@Cora Lindqvist").waitFor();

    await phone.getByRole("button", { name: /^Notifications, \d+ unread/ }).click();
    const bell = phone.getByRole("dialog", { name: "Notifications" });
    await bell
      .getByRole("link", { name: /Ben Oyelaran mentioned you/ })
      .first()
      .click();
    const steps = phone.getByRole("region", { name: "Next steps" });
    await steps.getByText(/The bank found no such account of this recipient/).waitFor();
    await checkAccessible(phone, { inDark: true });
    await look(phone, "failed-payment");
    await steps.getByRole("link", { name: "Correct bank details" }).click();
    const details = phone.getByRole("dialog", { name: /ACH details of/ });
    await details.getByLabel("Routing number").fill("021000021");
    await details.getByLabel("Account number").fill("445566770099");
    await details.getByLabel("Confirm account number").fill("445566770099");
    await details.getByRole("button", { name: "Save details" }).click();
    await prove(phone, cora);
    await phone.getByRole("heading", { name: "Pay", level: 1 }).waitFor();
    await hasValue(phone.getByLabel("Amount", { exact: true }), "1,234.50");
    await hasValue(phone.getByLabel(/^Memo/), "Invoice 77");
    assert.ok(await phone.getByRole("radio", { name: "ACH" }).isChecked());
    await phone.getByRole("button", { name: "Request payment" }).click();
    await phone.getByRole("link", { name: "Back to failed payment" }).click();
    await steps.getByText(/was requested after this one failed/).waitFor();
    assert.ok(phone.url().includes(returned.id));
    await steps.getByRole("button", { name: "Mark as handled" }).click();
    const marking = phone.getByRole("dialog", { name: "Mark as handled" });
    await checkAccessible(phone);
    await marking.getByLabel("Note (optional)").fill("New account; <b>paid again</b>");
    await marking.getByRole("button", { name: "Mark as handled" }).click();
    await steps.getByText("“New account; <b>paid again</b>”").waitFor();
    await follow(phone, "/");
    await phone.getByText("You’re all caught up").waitFor();
    await phone.getByText("1 request is pending approval from others.").waitFor();
    await look(phone, "home-clean");
    await follow(ben, "/");
    await ben.getByRole("heading", { name: "1 request needs your approval, $1,234.50" }).waitFor();
  });
});
