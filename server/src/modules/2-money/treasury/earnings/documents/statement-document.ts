import type { PdfDocument, PdfRow } from "#kernel/pdf/pdf-document.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { type Order, priceText, sharesText } from "#money/treasury";
import { type PostalAddress, postalLines } from "#records/identity";
import { monthInWords } from "../custodian/run-step.ts";
import type { HistoryRow } from "../reads/treasury.queries.ts";
import type { TreasuryDocument } from "./document.ts";

/** Whose documents they are. */
export interface Holder {
  readonly legalBusinessName: string;
  readonly legalAddress: PostalAddress | undefined;
  readonly accountName: string;
  /** Masked: files travel by email. */
  readonly accountNumber: string;
  readonly isSandbox: boolean;
}

const money = (minor: bigint): string => (minor < 0n ? `−$${formatUsd(-minor)}` : `$${formatUsd(minor)}`);

const longDate = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "short", day: "numeric", year: "numeric" });

const frameOf = (holder: Holder, document: TreasuryDocument) => ({
  createdAt: document.createdAt,
  issuer: { name: holder.legalBusinessName, lines: holder.legalAddress ? postalLines(holder.legalAddress) : [] },
  footer: `${holder.accountName} ${holder.accountNumber}${holder.isSandbox ? " · Sandbox: not a real account" : ""}`,
});

/** Types whose amount the balance after them includes. Everything else moves cash and shares, or ended without effect. */
const gains = (row: HistoryRow, balanceBefore: bigint): bigint => row.balance_minor - balanceBefore;

export interface StatementContent {
  /** The last transaction before the period; undefined for the account's first statement. */
  readonly before: HistoryRow | undefined;
  readonly rows: readonly HistoryRow[];
}

/** Changes of the balance by what caused them. Their sum is the closing balance minus the opening balance. */
export function treasurySummaryOf({ before, rows }: StatementContent) {
  const sums = { deposits: 0n, withdrawals: 0n, income: 0n, fees: 0n, other: 0n };
  let balance = before?.balance_minor ?? 0n;
  const opening = balance;
  for (const row of rows) {
    sums[summaryLine(row)] += gains(row, balance);
    balance = row.balance_minor;
  }
  return { opening, ...sums, closing: balance, cash: (rows.at(-1) ?? before)?.cash_minor ?? 0n };
}

/** What reverts a failed transfer belongs to the line of that transfer. */
function summaryLine({ type, deposit_counterparty_id: depositor, withdrawal_counterparty_id: payee }: HistoryRow) {
  if (type.startsWith("deposit") || (type === "revertTxn" && depositor !== null)) return "deposits";
  if (type.startsWith("withdrawal") || (type === "revertTxn" && payee !== null)) return "withdrawals";
  if (type.startsWith("dividend") || type.startsWith("interest")) return "income";
  return type.startsWith("mercuryFee") ? "fees" : "other";
}

/** The statement of a month. The same rows always give the same document. */
export function statementDocument(holder: Holder, document: TreasuryDocument, content: StatementContent): PdfDocument {
  const sums = treasurySummaryOf(content);
  const facts = [
    { label: "Opening balance", value: money(sums.opening) },
    { label: "Deposits", value: money(sums.deposits) },
    { label: "Withdrawals", value: money(sums.withdrawals) },
    { label: "Dividends", value: money(sums.income) },
    { label: "Treasury fees", value: money(sums.fees) },
    ...(sums.other === 0n ? [] : [{ label: "Other changes", value: money(sums.other) }]),
    { label: "Closing balance", value: money(sums.closing), strong: true },
  ];
  return {
    ...frameOf(holder, document),
    title: "Treasury statement",
    subtitle: monthInWords(document.periodStart),
    blocks: [
      {
        kind: "figures",
        figures: [
          { label: "Closing balance", value: money(sums.closing), strong: true },
          { label: "In the fund", value: money(sums.closing - sums.cash) },
          { label: "Cash", value: money(sums.cash) },
        ],
      },
      {
        kind: "columns",
        columns: [
          { heading: "Account", lines: [holder.accountName, "Treasury account"] },
          { heading: "Account number", lines: [holder.accountNumber] },
          {
            heading: "Period",
            lines: [`${longDate(document.periodStart)} – ${longDate(document.periodEnd)}`, countText(content.rows)],
          },
        ],
      },
      { kind: "heading", text: "Summary" },
      { kind: "totals", totals: facts },
      { kind: "heading", text: "Activity" },
      content.rows.length === 0
        ? { kind: "paragraph", text: "No activity in this period.", muted: true }
        : {
            kind: "table",
            summary: "Every transaction of the period with the balance after it",
            columns: [
              { title: "Date", width: 1.3 },
              { title: "Description", width: 4.6 },
              { title: "Amount", width: 1.7, align: "right" },
              { title: "Balance", width: 1.8, align: "right" },
            ],
            rows: content.rows.map(activityRow),
          },
      {
        kind: "paragraph",
        muted: true,
        text: "The balance is cash and fund shares at their price. Sweeps, trades, and reinvestments exchange one for the other, and orders that were canceled or rejected have no effect; both leave the balance unchanged. Cash can be negative until the sale that a withdrawal caused has settled.",
      },
    ],
  };
}

const countText = ({ length }: readonly HistoryRow[]): string =>
  length === 0 ? "No transactions" : length === 1 ? "1 transaction" : `${length.toLocaleString("en-US")} transactions`;

const activityRow = (row: HistoryRow): PdfRow => ({
  cells: [
    longDate(row.canonical_day),
    [row.description, ...(row.additional_details === null ? [] : [row.additional_details])].join("\n"),
    money(row.amount_minor),
    money(row.balance_minor),
  ],
});

/** The confirmation of a settled order. */
export function confirmationDocument(holder: Holder, document: TreasuryDocument, order: Order): PdfDocument {
  const { tradesOn, settlesOn, sharesE4, priceE4 } = order;
  return {
    ...frameOf(holder, document),
    title: "Trade confirmation",
    subtitle: longDate(document.periodStart),
    blocks: [
      {
        kind: "figures",
        figures: [
          { label: order.action === "buy" ? "You bought" : "You sold", value: money(order.amountMinor), strong: true },
          { label: "Shares", value: sharesText(sharesE4 ?? 0n) },
          { label: "Price per share", value: `$${priceText(priceE4 ?? 0n)}` },
        ],
      },
      {
        kind: "facts",
        facts: [
          { label: "Security", value: order.security.name },
          { label: "CUSIP", value: order.security.id },
          { label: "Trade date", value: longDate(tradesOn ?? document.periodStart) },
          { label: "Settlement date", value: longDate(settlesOn ?? document.periodEnd) },
          { label: "Ordered by", value: reasonNames[order.reason] },
          { label: "Commission", value: money(0n) },
          { label: "Order", value: order.orderId },
          { label: "Account", value: `${holder.accountName} ${holder.accountNumber}` },
        ],
      },
    ],
  };
}

const reasonNames: Readonly<Record<Order["reason"], string>> = {
  sweep: "The daily sweep",
  withdrawal: "A withdrawal that exceeded cash",
  fee: "A fee that exceeded cash",
};
