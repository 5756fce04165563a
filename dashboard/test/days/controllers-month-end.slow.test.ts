import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { sheetsOf } from "../../../server/test/kit/files/workbook.ts";
import { eventually } from "../../../server/test/kit/service/eventually.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { requestPayment } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const administrator = dashboard.user("administrator");
const { page } = await browser.signIn(administrator, { at: "/transactions" });
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const transactions = (on: Page = page) => on.getByRole("table", { name: "Transactions" });
const totals = () => page.getByRole("region", { name: "Totals" });
const log = page.getByRole("table", { name: "Audit log" });

interface Payment {
  readonly id: string;
  readonly amount: number;
  readonly kind: string;
  readonly status: string;
  readonly trackingNumber: string | null;
}

async function newestPayment(): Promise<Payment> {
  const { transactions } = (await dashboard.call("GET", "/transactions?order=desc&limit=60")) as {
    transactions: readonly Payment[];
  };
  const found = transactions.find(({ kind, status }) => kind === "outgoingPayment" && status === "sent");
  assert.ok(found, "the demo organization has paid someone recently");
  return (await dashboard.call("GET", `/transaction/${found.id}`)) as Payment;
}

/** Saves what a menu of file formats exports, by keyboard. */
async function exported(format: "CSV" | "Excel (XLSX)"): Promise<Buffer> {
  await page.getByRole("button", { name: "Export" }).press("Enter");
  const item = page.getByRole("menuitem", { name: format });
  await item.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), item.press("Enter")]);
  return readFile(await download.path());
}

/** Opens what the palette finds for a text, by keyboard alone. */
async function findByKeyboard(text: string, name: RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await palette.getByRole("combobox", { name: "Search" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type(text);
  const option = palette.getByRole("group", { name: "Transactions" }).getByRole("option", { name });
  await option.first().waitFor();
  for (let step = 0; step < 20; step += 1) {
    if ((await option.first().getAttribute("aria-selected")) === "true") break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await palette.waitFor({ state: "detached" });
}

describe("a controller at month end", () => {
  it("finds a payment by its amount and by its tracking number, and saves its confirmation", async () => {
    const { id, amount, trackingNumber } = await newestPayment();
    const shown = dollars.format(Math.abs(amount));
    await transactions().waitFor();
    await findByKeyboard(shown.slice(1), new RegExp(shown.replaceAll(/[$.]/g, "\\$&")));
    await page.waitForURL(`**/transactions/${id}`);
    await page.getByRole("region", { name: "Timeline" }).getByText("The bank confirmed the payment").waitFor();
    await page
      .getByText(`Tracking number ${trackingNumber}`)
      .or(page.getByText(String(trackingNumber), { exact: true }))
      .first()
      .waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "month-end-payment");
    await page.getByRole("button", { name: "Documents" }).press("Enter");
    const confirmation = page.getByRole("menuitem", { name: "Payment confirmation (PDF)" });
    const [download] = await Promise.all([page.waitForEvent("download"), confirmation.press("Enter")]);
    assert.equal((await readFile(await download.path())).toString("latin1", 0, 5), "%PDF-");
    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Transactions" }).click();
    await transactions().waitFor();
    // What a demo has sent is found by its numbers some seconds after the start, and the palette asks once.
    await eventually("tracking numbers are indexed", async () => {
      const { found } = await dashboard.service.database.one<{ found: boolean }>({
        text: "select exists (select from memo_words where $1::uuid = transaction_id or $1::uuid = any (earlier_ids)) as found",
        values: [id],
      });
      return found;
    });
    await findByKeyboard(String(trackingNumber), new RegExp(shown.replaceAll(/[$.]/g, "\\$&")));
    await page.waitForURL(`**/transactions/${id}`);
  });

  it("exports last month as shown, and the file adds up to the totals on the page", async () => {
    await page.getByRole("link", { name: "Transactions", exact: true }).first().click();
    await transactions().waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Date" }).click();
    await page.getByRole("dialog", { name: "Date" }).getByLabel("Last month").check();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Date: Last month" }).waitFor();
    await totals()
      .getByText(/^\d+ transactions$/)
      .waitFor();
    const [sheet] = sheetsOf(await exported("Excel (XLSX)"));
    assert.ok(sheet);
    const columns = [..."ABCDEFGHIJ"];
    const columnOf = (header: string) => columns.find((name) => sheet.cells.get(`${name}1`)?.text === header);
    const [amount, status, counterparty] = [columnOf("Amount (USD)"), columnOf("Status"), columnOf("Counterparty")];
    const moved = { count: 0, in: 0, out: 0, not: 0 };
    for (let row = 2; sheet.cells.has(`${counterparty}${row}`); row += 1) {
      const cents = Math.round((sheet.cells.get(`${amount}${row}`)?.number ?? Number.NaN) * 100);
      const isMoved = ["Sent", "Received", "Pending"].includes(sheet.cells.get(`${status}${row}`)?.text ?? "");
      moved.count += 1;
      if (!isMoved) moved.not += Math.abs(cents);
      else if (cents < 0) moved.out -= cents;
      else moved.in += cents;
    }
    await settled(page);
    const text = await totals().innerText();
    assert.match(text, new RegExp(`^${moved.count} transactions`));
    assert.ok(moved.out > 0 && moved.in > 0, "last month had both");
    for (const [label, cents] of [
      ["Money out", moved.out],
      ["Money in", moved.in],
    ] as const)
      assert.ok(text.replaceAll(/\s+/g, " ").includes(`${label} ${dollars.format(cents / 100)}`), `${label}: ${text}`);
    assert.equal(/Failed or canceled/.test(text), moved.not > 0);
  });

  it("finds the closing balance of each statement in the ledger", async () => {
    await page.getByRole("link", { name: "Statements", exact: true }).click();
    const month = page.getByRole("table", { name: /^Statements, / }).first();
    const rows = month.getByRole("row");
    await rows.nth(3).waitFor();
    const [, monthName] = /^Statements, (\w+ \d{4})$/.exec((await month.getAttribute("aria-label")) ?? "") ?? [];
    const { accounts } = (await dashboard.call("GET", "/accounts")) as {
      accounts: readonly { id: string; name: string }[];
    };
    for (const row of [1, 2, 3]) {
      const text = await rows.nth(row).innerText();
      const [opening = 0, moneyIn = 0, moneyOut = 0, closing = 0] = [...text.matchAll(/\$([\d,.]+)/g)].map(
        ([, figure = ""]) => Math.round(Number(figure.replaceAll(",", "")) * 100),
      );
      assert.equal(opening + moneyIn - moneyOut, closing, text);
      const account = accounts.find(({ name }) => text.includes(name));
      const first = new Date(`1 ${monthName} 00:00 UTC`);
      const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
      const { days } = (await page.evaluate(
        `fetch("/api/v1/balance-history?days=70&accountId=${account?.id}").then((answer) => answer.json())`,
      )) as { days: readonly { day: string; balance: number }[] };
      assert.equal(days.find(({ day }) => day === lastDay)?.balance, closing / 100, `${text} on ${lastDay}`);
    }
    await checkAccessible(page);
  });

  it("closes a payment that came back, on a phone", async () => {
    const { page: phone } = await browser.signIn(administrator, { at: "/transactions?handled=false", phone: true });
    const open = transactions(phone).locator("tbody tr");
    await open.first().waitFor();
    await settled(phone);
    const before = await open.count();
    await open.first().getByRole("link").click();
    const steps = phone.getByRole("region", { name: "Next steps" });
    await steps.getByRole("button", { name: "Mark as handled" }).click();
    const dialog = phone.getByRole("dialog", { name: "Mark as handled" });
    await dialog.getByLabel("Note (optional)").fill("Paid by check");
    await checkAccessible(phone, { inDark: true });
    await look(phone, "month-end-phone");
    await dialog.getByRole("button", { name: "Mark as handled" }).click();
    await steps.getByText("“Paid by check”").waitFor();
    await phone.goBack();
    if (before === 1) await phone.getByText("No transactions match").waitFor();
    else await open.nth(before - 1).waitFor({ state: "detached" });
  });
});

describe("the audit log at month end", () => {
  it("says who approved a payment, filtered from lists, with links", async () => {
    const { requestId } = await requestPayment(dashboard, { amount: 73.5 });
    const { page: approver } = await browser.signIn(dashboard.user("approver"), { at: `/approvals/${requestId}` });
    await approver.getByRole("button", { name: "Approve", exact: true }).click();
    await approver.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await approver.getByText(/Approved: the money leaves/).waitFor();

    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Audit log/ })
      .click();
    await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
    await log.waitFor();
    await checkAccessible(page);
    await page.getByRole("combobox", { name: "Action" }).click();
    await page.getByRole("option", { name: "Approval request approved" }).click();
    await page.waitForURL(/action=approvalRequest\.approve/);
    await page.getByRole("combobox", { name: "About" }).click();
    await page.getByRole("option", { name: "Approval requests", exact: true }).click();
    await page.waitForURL(/thing=approvalRequest/);
    const row = log.getByRole("row").filter({ hasText: /^.*Ben Oyelaran approved \$73\.50 to/s });
    await row.waitFor();
    await look(page, "audit");
    await row.getByRole("link", { name: "$73.50" }).click();
    await page.waitForURL(`**/approvals/${requestId}`);
    await page.goBack();
    await row.waitFor();
  });

  it("shows an entry's values, and its codes on request, by keyboard", async () => {
    const entry = log.getByRole("row").filter({ hasText: "approved $73.50 to" });
    await entry.getByRole("button").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/entry=/);
    const drawer = page.getByRole("dialog", { name: "Audit log entry" });
    await drawer.getByText(/Ben Oyelaran approved/).waitFor();
    assert.equal(await drawer.getByText("approvalRequest.approve").isVisible(), false);
    await drawer.getByText("Codes", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await drawer.getByText("approvalRequest.approve", { exact: true }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "audit-entry");
    await drawer.getByRole("button", { name: "Show the history of this item" }).press("Enter");
    await page.waitForURL(/id=/);
    await page.getByRole("textbox", { name: "Search" }).waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.waitForURL((url) => !url.search.includes("id="));
  });

  it("exports exactly what the filters show", async () => {
    const [head = "", ...lines] = (await exported("CSV")).toString("utf8").trimEnd().split("\r\n");
    assert.match(head, /What happened/);
    const shown = log.locator("tbody tr:not([data-heading])");
    await eventually("the page shows as many", async () => (await shown.count()) === lines.length);
    assert.ok(lines.every((line) => line.includes("approvalRequest.approve")));
    assert.ok(lines.some((line) => line.includes("Ben Oyelaran approved $73.50 to")));
  });
});
