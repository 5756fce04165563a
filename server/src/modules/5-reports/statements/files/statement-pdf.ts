import type { PdfDocument, PdfRow } from "#kernel/pdf/pdf-document.ts";
import { renderPdf } from "#kernel/pdf/render-pdf.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { postalLines } from "#records/identity";
import { periodDays, periodText, type Statement, type StatementLine, shortDay } from "../statement.ts";

const MINUS = "\u2212";

/** "$1,234.50"; a real minus sign is as wide as a figure. */
const dollars = (minor: bigint): string => (minor < 0n ? `${MINUS}$${formatUsd(-minor)}` : `$${formatUsd(minor)}`);

const monthDay = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { month: "short", day: "numeric" });

/** Days of a period within one year need no year. Each day is formatted once: that takes longer than drawing it. */
function dayFormat({ startsOn, endsOn }: Statement): (day: string) => string {
  const format = startsOn.slice(0, 4) === endsOn.slice(0, 4) ? monthDay : shortDay;
  const formatted = new Map<string, string>();
  return (day) => {
    const text = formatted.get(day) ?? format(day);
    formatted.set(day, text);
    return text;
  };
}

const rowOf = (
  { day, description, details, returnOf, amountMinor, balanceMinor }: StatementLine,
  format: (day: string) => string,
): PdfRow => ({
  cells: [
    format(day),
    [description, details ?? [], returnOf === undefined ? [] : `Returns a payment of ${shortDay(returnOf.day)}`]
      .flat()
      .join("\n"),
    amountMinor < 0n ? "" : dollars(amountMinor),
    amountMinor < 0n ? dollars(-amountMinor) : "",
    dollars(balanceMinor),
  ],
});

/** The opening balance, the lines, and the sums of the columns. */
async function* rowsOf(
  statement: Statement,
  lines: AsyncIterable<readonly StatementLine[]>,
): AsyncGenerator<readonly PdfRow[]> {
  const { startsOn, endsOn, openingMinor, inMinor, outMinor, closingMinor } = statement;
  const format = dayFormat(statement);
  yield [{ strong: true, cells: [format(startsOn), "Opening balance", "", "", dollars(openingMinor)] }];
  for await (const page of lines) yield page.map((line) => rowOf(line, format));
  yield [
    {
      strong: true,
      cells: [format(endsOn), "Totals and closing balance", dollars(inMinor), dollars(outMinor), dollars(closingMinor)],
    },
  ];
}

const countText = (lines: bigint): string =>
  lines === 0n ? "No transactions" : lines === 1n ? "1 transaction" : `${lines.toLocaleString("en-US")} transactions`;

/** The statement as a document. PDFs travel by email, so they show the account number masked for every reader. */
function documentOf(
  statement: Statement,
  lines: AsyncIterable<readonly StatementLine[]>,
  isSandbox: boolean,
): PdfDocument {
  const { accountName, accountNumberLast4, accountKind, routingNumber, legalName, legalAddress, ein } = statement;
  const number = `••••${accountNumberLast4}`;
  return {
    title: "Account statement",
    subtitle: periodText(statement),
    createdAt: statement.createdAt,
    issuer: {
      name: legalName,
      lines: [...(legalAddress ? postalLines(legalAddress) : []), ...(ein === undefined ? [] : [`EIN ${ein}`])],
    },
    footer: `${accountName} ${number} · ${periodText(statement)}${isSandbox ? " · Sandbox: not a real account" : ""}`,
    blocks: [
      {
        kind: "columns",
        columns: [
          { heading: "Account", lines: [accountName, accountKind === "savings" ? "Savings" : "Checking"] },
          { heading: "Account number", lines: [number, `Routing ${routingNumber}`] },
          { heading: "Period", lines: [periodDays(statement), countText(statement.lines)] },
        ],
      },
      {
        kind: "figures",
        figures: [
          { label: "Opening balance", value: dollars(statement.openingMinor) },
          { label: "Money in", value: dollars(statement.inMinor) },
          { label: "Money out", value: dollars(-statement.outMinor) },
          { label: "Of which fees", value: dollars(-statement.feesMinor) },
          { label: "Closing balance", value: dollars(statement.closingMinor), strong: true },
        ],
      },
      { kind: "heading", text: "Transactions" },
      {
        kind: "table",
        summary: `Transactions of ${accountName}, ${periodText(statement)}`,
        columns: [
          { title: "Date", width: 1.2 },
          { title: "Description", width: 4.6 },
          { title: "Money in", width: 1.6, align: "right" },
          { title: "Money out", width: 1.6, align: "right" },
          { title: "Balance", width: 1.7, align: "right" },
        ],
        rows: rowsOf(statement, lines),
      },
      {
        kind: "paragraph",
        muted: true,
        text: `Dates are in Eastern Time. Each transaction is listed on the day it was posted. Statement ${statement.statementId}, created on ${shortDay(statement.createdAt.toISOString().slice(0, 10))}.`,
      },
    ],
  };
}

export const renderStatementPdf = (
  statement: Statement,
  lines: AsyncIterable<readonly StatementLine[]>,
  { isSandbox }: { readonly isSandbox: boolean },
): Promise<Buffer> => renderPdf(documentOf(statement, lines, isSandbox));
