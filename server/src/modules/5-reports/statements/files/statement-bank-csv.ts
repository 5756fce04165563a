import { csvOf } from "#kernel/values/csv.ts";
import { memoOf, type StatementLine } from "../statement.ts";
import type { FileFormat, FileSource } from "./statement-file.ts";

/** As both programs read dates for companies in the United States. */
const usDate = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

interface Column {
  readonly header: string;
  readonly of: (line: StatementLine) => string | bigint | null;
}

const piecesOf = (columns: readonly Column[]) =>
  async function* pieces({ lines }: FileSource): AsyncGenerator<string> {
    yield csvOf([columns.map(({ header }) => header)]);
    for await (const page of lines) {
      if (page.length > 0) yield csvOf(page.map((line) => columns.map(({ of }) => of(line))));
    }
  };

/** One column of amounts: negative where money left the account. */
export const quickBooksCsvFormat: FileFormat = {
  path: "quickbooks-csv",
  operation: "QuickBooksCsv",
  extension: "quickbooks.csv",
  mediaType: "text/csv; charset=utf-8",
  title: "CSV for QuickBooks",
  description: "The three columns that QuickBooks Online imports: date (MM/DD/YYYY), description, and amount.",
  pieces: piecesOf([
    { header: "Date", of: ({ day }) => usDate(day) },
    { header: "Description", of: (line) => `${line.counterpartyName} - ${memoOf(line)}` },
    { header: "Amount", of: ({ amountMinor }) => amountMinor },
  ]),
};

/** The columns of Xero's own template for statements. */
export const xeroCsvFormat: FileFormat = {
  path: "xero-csv",
  operation: "XeroCsv",
  extension: "xero.csv",
  mediaType: "text/csv; charset=utf-8",
  title: "CSV for Xero",
  description: "The columns of Xero's template for bank statements, with dates as MM/DD/YYYY.",
  pieces: piecesOf([
    { header: "*Date", of: ({ day }) => usDate(day) },
    { header: "*Amount", of: ({ amountMinor }) => amountMinor },
    { header: "Payee", of: ({ counterpartyName }) => counterpartyName },
    { header: "Description", of: memoOf },
    { header: "Reference", of: ({ reference }) => reference },
    { header: "Check Number", of: ({ checkNumber }) => checkNumber ?? null },
  ]),
};
