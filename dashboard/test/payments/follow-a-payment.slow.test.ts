import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import type { AccountId, RecipientId, TransactionId } from "../../../server/src/kernel/values/ids.ts";
import { type ConnectionId, moveConnection } from "../../../server/src/modules/3-bank/exchange/index.ts";
import { newBankNotice } from "../../../server/test/kit/bank-files/new-bank-notice.ts";
import { newFileItem } from "../../../server/test/kit/bank-files/new-file-item.ts";
import { newFolderConnection, unsentOf } from "../../../server/test/kit/banks/bank-connections.ts";
import { newPerson, PASSWORD } from "../../../server/test/kit/worlds/people.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { newFileInDoubt } from "../kit/bank-files.ts";
import { follow, look, openAnew, prove } from "../kit/browser.ts";
import { answerStop, mailedChecks, reportAltered } from "../kit/checks.ts";
import { settled } from "../kit/lent-pages.ts";
import { mailTo } from "../kit/mails.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/accounts" });

describe("transactions, accounts, and the sandbox", () => {
  const open = async (path: string, heading: string) => {
    await follow(page, path);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  };
  const rows = () => page.getByRole("table", { name: "Transactions" }).getByRole("row");
  const openFilter = async (label: string) => {
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: label }).click();
    await page.getByRole("dialog", { name: label }).waitFor();
  };
  const choose = async (label: string, value: string) => {
    await openFilter(label);
    await page.getByRole("dialog", { name: label }).getByLabel(value, { exact: true }).check();
    await page.keyboard.press("Escape");
  };

  it("filters and pages the list through the URL", async () => {
    await page.getByRole("link", { name: "Transactions" }).click();
    await page.getByRole("heading", { name: "Transactions", level: 1 }).waitFor();
    await rows().nth(50).waitFor();
    await look(page, "transactions");
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL(/start_after=/);
    await page.getByRole("button", { name: "Previous", disabled: false }).waitFor();
    await page.getByRole("button", { name: "Previous" }).click();
    await page.waitForURL(/end_before=/);
    await choose("Status", "Failed");
    await page.waitForURL(/status=failed/);
    await page.getByRole("cell", { name: "Failed" }).first().waitFor();
    await settled(page);
    assert.equal(await page.getByRole("cell", { name: "Sent", exact: true }).count(), 0);
    assert.ok(!page.url().includes("end_before"), "a new filter starts at its first page");
    await page.getByLabel("Search").fill("no such payee");
    await page.getByText("No transactions match").waitFor();
    const answering = Promise.withResolvers<void>();
    await page.route("**/activity?*", async (route) => {
      await answering.promise;
      await route.continue();
    });
    await page.getByLabel("Search").fill("okafor");
    await page.waitForURL(/search=okafor/);
    await page.getByText("No transactions match").waitFor({ state: "hidden" });
    answering.resolve();
    await page
      .getByRole("link", { name: /Mina Okafor Design/ })
      .first()
      .waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows().nth(50).waitFor();
    await openFilter("Date");
    await page.getByLabel("From", { exact: true }).fill("2026-05-02");
    await page.getByLabel("To", { exact: true }).fill("2026-05-01");
    await page.getByText("The To date is earlier than the From date").waitFor();
    await checkAccessible(page);
    await look(page, "transactions-no-time");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await openFilter("Amount");
    await page.getByLabel("Minimum amount").fill("12,50");
    await page.getByText("Enter an amount such as 1,250.00").waitFor();
    assert.ok(!page.url().includes("min="));
    await page.getByLabel("Minimum amount").fill("1,250.00");
    await page.waitForURL(/min=1250/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows().nth(50).waitFor();
    await page.goBack();
  });

  /**
   * Sends a payment through the API from the first checking account to the first recipient; it waits for the bank's
   * next file.
   */
  async function pay(amount: number, note?: string): Promise<{ id: string; bankDescription: string }> {
    const { accounts } = (await dashboard.call("GET", "/accounts")) as { accounts: { id: string; kind: string }[] };
    const { recipients } = (await dashboard.call("GET", "/recipients?limit=1")) as { recipients: { id: string }[] };
    const account = accounts.find(({ kind }) => kind === "checking");
    const body = {
      recipientId: recipients[0]?.id,
      amount,
      paymentMethod: "ach",
      ...(note === undefined ? {} : { note }),
    };
    return (await dashboard.call("POST", `/account/${account?.id}/transactions`, body)) as {
      id: string;
      bankDescription: string;
    };
  }

  it("settles a payment in the sandbox and shows its timeline", async () => {
    const paid = await pay(417.33, "Chairs for the new office");
    await open("/sandbox?tab=bank", "Sandbox");
    await page.getByRole("cell", { name: "−$417.33" }).waitFor();
    const files = page.getByRole("link", { name: "See the files" });
    assert.equal(await files.getAttribute("href"), "/dashboard/bank-files");
    await look(page, "sandbox");
    await page
      .getByRole("button", { name: `Set outcome of ${paid.bankDescription}` })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Settle" }).click();
    await page.getByText("The bank confirmed the payment.").waitFor();
    await page.getByRole("link", { name: paid.bankDescription }).first().click();
    await page.getByRole("heading", { name: paid.bankDescription, level: 1 }).waitFor();
    await page.getByText("Submitted to the bank").waitFor();
    await page.getByText("The bank confirmed the payment", { exact: true }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "transaction");
  });

  it("returns a payment in the sandbox with a chosen code", async () => {
    await open("/sandbox?tab=bank", "Sandbox");
    await page.getByRole("row").filter({ hasText: "−$417.33" }).getByRole("button", { name: "Set outcome of" }).click();
    await page.getByRole("menuitem", { name: "Return" }).click();
    const dialog = page.getByRole("dialog", { name: "Return payment" });
    await dialog.getByRole("combobox", { name: "Reason (optional)" }).fill("R0");
    await page.getByRole("option", { name: /^R03/ }).click();
    await dialog.getByRole("button", { name: "Return" }).click();
    await page.getByText("The money was returned.").waitFor();
    await page.goBack();
  });

  it("edits a note in place and records the change in the timeline", async () => {
    await page.getByRole("button", { name: "Edit note" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Chairs <b>and</b> tables");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("Note changed").waitFor();
    await page.getByText("Chairs <b>and</b> tables", { exact: true }).waitFor();
  });

  it("cancels a pending payment after confirmation", async () => {
    const paid = await pay(19.5);
    await openAnew(page, `/transactions/${paid.id}`);
    await page.getByRole("heading", { name: paid.bankDescription, level: 1 }).waitFor();
    await page.getByRole("button", { name: "Cancel payment" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel payment" }).click();
    await page.getByText("The payment was canceled.").waitFor();
    await page.getByText("Canceled", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Cancel payment" }).waitFor({ state: "detached" });
  });

  it("shows balances and transactions and masks account numbers", async () => {
    await open("/accounts", "Accounts");
    await page.getByRole("link", { name: /Operating Checking/ }).waitFor();
    await look(page, "accounts");
    await page.getByRole("link", { name: /Operating Checking/ }).click();
    await page.getByRole("heading", { name: "Operating Checking", level: 1 }).waitFor();
    await rows().nth(5).waitFor();
    assert.equal(await page.getByText("202600417301").count(), 0);
    await page.getByRole("button", { name: "Show account number" }).click();
    await prove(page, dashboard.user("administrator"));
    await page.getByText("202600417301").waitFor();
    await checkAccessible(page);
    await look(page, "account");
    await open("/transfers", "Transfers");
    await page.getByRole("table", { name: "Transfers" }).getByRole("row").nth(1).waitFor();
    await page.getByRole("cell", { name: "Sent", exact: true }).first().waitFor();
    await look(page, "transfers");
  });

  it("moves the clock and deposits money in the sandbox", async () => {
    await open("/sandbox", "Sandbox");
    await page.getByRole("combobox", { name: "To account" }).click();
    await page.getByRole("option", { name: "Operating Checking" }).click();
    await page.getByLabel("Amount", { exact: true }).fill("2500");
    await page.getByRole("button", { name: "Deposit", exact: true }).click();
    await page.getByText("$2,500.00 was deposited to Operating Checking.").waitFor();
    const before = await page.getByTestId("clock").innerText();
    await page.getByRole("button", { name: "Advance 1 day" }).click();
    await page.getByText("The clock was moved.").waitFor();
    await page.getByTestId("clock").filter({ hasNotText: before }).waitFor();
  });
});

describe("bank files", () => {
  const { organizationId } = dashboard.demo;
  const text = "101 021000021 1123456789 a file";
  /** The connection that the first test adds; the others belong to the sandbox. */
  let added: ConnectionId;

  it("say how to add a connection, and show the steps of its test", async () => {
    await page.getByRole("link", { name: "Bank files" }).click();
    await page.getByRole("heading", { name: "Bank files", level: 1 }).waitFor();
    await page.getByText("These belong to the sandbox: its simulated bank answers.").waitFor();
    const accountId = dashboard.demo.accounts[0]?.id as AccountId;
    added = (await newFolderConnection(dashboard.service, { organizationId, accountId })).connectionId;
    await page.reload();
    const row = page
      .getByRole("table", { name: "Bank connections" })
      .getByRole("row")
      .filter({ hasText: "First Example Bank, ACH" });
    await row.getByText("Draft").waitFor();
    await row.getByText("Not with these settings").waitFor();
    const before = page.getByRole("region", { name: "Before First Example Bank, ACH goes live" });
    await settled(page);
    assert.equal(await before.getByRole("img", { name: "Done" }).count(), 1, "it has an account");
    await page.getByRole("button", { name: "Test First Example Bank, ACH" }).click();
    const dialog = page.getByRole("dialog", { name: "Test of First Example Bank, ACH" });
    await dialog.getByText("The test passed. Nothing was sent.").waitFor();
    await settled(page);
    assert.match(await dialog.getByRole("listitem").first().innerText(), /Passed/);
    await checkAccessible(page);
    await look(page, "bank-connection-test");
    await page.keyboard.press("Escape");
    await row.getByText("Not with these settings").waitFor({ state: "detached" });
    await settled(page);
    assert.equal(await before.getByRole("img", { name: "Done" }).count(), 2, "its test has passed");
  });

  it("in doubt come first, with the decisions, the payments, and the content", async () => {
    const { transactions } = (await dashboard.call("GET", "/transactions?limit=1")) as {
      transactions: { id: TransactionId }[];
    };
    const [transaction] = transactions;
    assert.ok(transaction);
    const reason = "The connection ended before the bank confirmed the name.";
    const fileId = await newFileInDoubt(dashboard, {
      connectionId: added,
      transactionId: transaction.id,
      name: "acme-20261120-1.ach",
      text,
      reason,
    });
    await openAnew(page, "/bank-files?state=sent");
    await page.getByText("No files match").waitFor();
    await page.getByRole("button", { name: "State: Sent", exact: true }).click();
    await page.getByRole("radio", { name: "In doubt" }).check();
    await page.waitForURL(/state=inDoubt/);
    await page.getByRole("table", { name: "Bank files" }).getByText("In doubt").waitFor();
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByText(reason).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "bank-files");

    await attention.getByRole("link", { name: "acme-20261120-1.ach" }).click();
    await page.getByRole("heading", { name: "acme-20261120-1.ach", level: 1 }).waitFor();
    await page.getByText("The bank does not have it:").waitFor();
    await checkAccessible(page);
    await look(page, "bank-file");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    assert.equal(await readFile(await download.path(), "utf8"), text);
    await page.getByRole("table", { name: "Payments in the file" }).getByRole("link").click();
    await page.waitForURL(new RegExp(`/transactions/${transaction.id}$`));

    await follow(page, `/bank-files/${fileId}`);
    await page.getByRole("button", { name: "Mark as sent" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark as sent: acme-20261120-1.ach" });
    await dialog.getByText("If the bank does not have it after all, its payments are never made.").waitFor();
    await look(page, "bank-file-decision");
    await dialog.getByRole("button", { name: "Mark as sent" }).click();
    await page.getByText("The file was marked as sent.").waitFor();
    await page.getByRole("button", { name: "Mark as sent" }).waitFor({ state: "detached" });
  });

  it("bring notices that a person marks as done", async () => {
    const { recipients } = (await dashboard.call("GET", "/recipients?limit=1")) as {
      recipients: { id: RecipientId; name: string }[];
    };
    const [recipient] = recipients;
    assert.ok(recipient);
    await newBankNotice(dashboard.service, { organizationId, recipientId: recipient.id });
    await follow(page, "/bank-files");
    const notices = page.getByRole("region", { name: "Bank notices" });
    await notices.getByText("ask your bank to dishonor it with R68").waitFor();
    await notices.getByRole("link", { name: "All notices" }).click();
    await page.getByRole("heading", { name: "Bank notices", level: 1 }).waitFor();
    await checkAccessible(page);
    await look(page, "bank-notices");
    await page.getByRole("button", { name: `Mark as done: R03 of ${recipient.name}` }).click();
    await page.getByText("Nothing to do").waitFor();
    await page.getByRole("radiogroup", { name: "Which notices" }).getByText("All", { exact: true }).click();
    await page.waitForURL(/all=true/);
    await page.getByRole("link", { name: recipient.name }).click();
    await page.getByRole("region", { name: "Bank notices" }).getByText("Done", { exact: true }).waitFor();
  });

  it("keep what does not fit as open items, which a person ignores with a note", async () => {
    await newFileItem(dashboard.service, organizationId, {
      kind: "otherCompany",
      place: "Line 12",
      position: 12,
      reason: 'The company identification "9999999999" is not this connection\'s.',
      subject: "9999999999",
      code: "R01",
      amountMinor: 125_000n,
      currency: "USD",
    });
    await openAnew(page, "/bank-files");
    const attention = page.getByRole("region", { name: "Needs attention" });
    const group = attention.getByRole("list", { name: "Applied, except for open items" });
    await group.getByText("1 open item").waitFor();
    await look(page, "bank-files-open-items");
    await group.getByRole("link").click();
    const items = page.getByRole("list", { name: "Items of the file" });
    await items.getByText("Another company, $1,250.00").waitFor();
    await items.getByText("If another system handles that company, ignore it, once or always").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "bank-file-items");
    await items.getByRole("button", { name: "Ignore: Line 12" }).click();
    const dialog = page.getByRole("dialog", { name: "Ignore this item" });
    await dialog.getByLabel("Note").fill("Payroll is sent by another system.");
    await dialog.getByLabel("From now on, ignore everything about 9999999999 over this connection").check();
    await checkAccessible(page);
    await look(page, "bank-file-item-ignored");
    await dialog.getByRole("button", { name: "Ignore", exact: true }).click();
    await page.getByText("The item was ignored.").waitFor();
    await page.getByRole("region", { name: "Items that were decided" }).getByText("Ignored", { exact: true }).waitFor();
    await items.getByText("Note: Payroll is sent by another system.").waitFor();
  });

  it("follow a penny after going live", async () => {
    const key = { organizationId, connectionId: added, actor: { type: "operator", id: "test" } } as const;
    for (const trigger of ["rehearse", "goLive"] as const)
      await moveConnection(dashboard.service, { ...key, trigger, ...unsentOf(dashboard.service) });
    // The operator's commands reach an open page with its next question.
    await follow(page, "/bank-files");
    await page.reload();
    const pennyTest = page.getByRole("region", { name: "Penny test of First Example Bank, ACH" });
    await pennyTest.getByText("Pay $0.01 from an account of this connection").waitFor();
    await pennyTest.getByRole("link", { name: "Pay $0.01" }).waitFor();
    await checkAccessible(page);
    await look(page, "bank-penny-test");
  });

  it("are not shown to an approver", async () => {
    const approver = await browser.signIn(dashboard.user("approver"), { at: "/bank-files" });
    await approver.page.getByText("You do not have permission to see bank files").waitFor();
    assert.equal(await approver.page.getByRole("link", { name: "Bank files" }).count(), 0);
  });
});

describe("checks", () => {
  const first = dashboard.user("administrator");
  const dollars = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" });

  it("are stopped, and returned when two people decide so", async () => {
    const [stopped, altered] = await mailedChecks(dashboard, 2);
    assert.ok(stopped && altered);
    const { page: mine } = await browser.signIn(first, { at: `/transactions/${stopped.id}` });
    const check = mine.getByRole("region", { name: "Check", exact: true });
    await check.getByText("Mailed, not paid yet").waitFor();
    await check.getByRole("button", { name: "Stop this check" }).click();
    const stop = mine.getByRole("dialog", { name: /^Stop check \d+$/ });
    await stop.getByText("Until the bank accepts that, the check can be cashed, and its money stays out.").waitFor();
    await look(mine, "check-stop");
    await stop.getByRole("button", { name: /^Stop check/ }).click();
    await prove(mine, first);
    await check.getByText("Stop requested").waitFor();
    await check.getByRole("button", { name: "Stop this check" }).waitFor({ state: "detached" });
    await checkAccessible(mine);
    await look(mine, "check");
    await answerStop(dashboard, stopped.id, "The bank paid the check on 2026-11-30.");
    await mine.reload();
    await check.getByText("Stop refused").waitFor();
    await check.getByText("The bank paid the check on 2026-11-30.").waitFor();
    await look(mine, "check-refused");
    await check.getByRole("button", { name: "Stop this check" }).click();
    await stop.getByRole("button", { name: /^Stop check/ }).click();
    await check.getByText("Stop requested").waitFor();
    await answerStop(dashboard, stopped.id);
    await mine.reload();
    await check.getByText("Stop confirmed").waitFor();
    await check.getByText("Stopped", { exact: true }).waitFor();

    await newPerson(dashboard, dashboard.demo.organizationId, { email: "second@example.com" });
    await reportAltered(dashboard, altered.id);
    await follow(mine, "/bank-files");
    await mine
      .getByRole("region", { name: "Check exceptions" })
      .getByText(/: another amount$/)
      .waitFor();
    await look(mine, "bank-files-with-check");
    await mine.goto((await mailTo(dashboard, first.email, "A check needs a decision")).link);
    await mine.getByRole("heading", { name: "Check exceptions", level: 1 }).waitFor();
    await mine
      .getByText(/^It was issued to /)
      .filter({ hasText: ` for ${dollars(-altered.amount)}.` })
      .waitFor();
    await checkAccessible(mine);
    await look(mine, "check-exceptions");
    await mine.getByRole("button", { name: /^Return check/ }).click();
    const decision = mine.getByRole("dialog", { name: /^Return check/ });
    await decision.getByText("A second administrator confirms the decision.").waitFor();
    await look(mine, "check-decision");
    await decision.getByRole("button", { name: /^Return check/ }).click();
    await mine.getByText("Saved as a proposal.").waitFor();
    await mine.getByText(/^Proposed by .*: Return check/).waitFor();
    await look(mine, "check-proposed");

    const second = { email: "second@example.com", password: PASSWORD };
    const { page: secondPage } = await browser.signIn(second, { at: "/settings/changes" });
    const [presented, issued] = [1_000 - altered.amount, -altered.amount].map(dollars);
    await secondPage
      .getByText(new RegExp(`^Return check \\d+ of \\${presented}, which was issued for \\${issued}`))
      .waitFor();
    await look(secondPage, "check-change");
    await secondPage.getByRole("button", { name: /^Confirm: Return check/ }).click();
    await prove(secondPage, second);
    await secondPage.getByText("Enter the decision about the check on the bank's website, too.").waitFor();
    await follow(secondPage, `/transactions/${altered.id}`);
    await secondPage.getByText("To be returned").waitFor();
    await secondPage.getByText("Stop requested").waitFor();
    await look(secondPage, "check-returned");
  });
});
