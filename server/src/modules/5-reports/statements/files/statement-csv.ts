import { csvOf } from "#kernel/values/csv.ts";
import type { StatementLine } from "../statement.ts";
import type { FileFormat, FileSource } from "./statement-file.ts";

const columns: readonly { readonly header: string; readonly of: (line: StatementLine) => string | bigint | null }[] = [
  { header: "Date", of: (line) => line.day },
  { header: "Description", of: (line) => line.description },
  { header: "Details", of: (line) => line.details ?? null },
  { header: "Counterparty", of: (line) => line.counterpartyName },
  { header: "Kind", of: (line) => line.kind },
  { header: "Payment method", of: (line) => line.method ?? null },
  { header: "Check number", of: (line) => line.checkNumber ?? null },
  { header: "Amount (USD)", of: (line) => line.amountMinor },
  { header: "Balance (USD)", of: (line) => line.balanceMinor },
  { header: "Transaction ID", of: (line) => line.transactionId },
  { header: "Reference", of: (line) => line.reference },
  { header: "Returns reference", of: (line) => line.returnOf?.reference ?? null },
  { header: "Returns line of", of: (line) => line.returnOf?.day ?? null },
];

async function* pieces({ lines }: FileSource): AsyncGenerator<string> {
  yield csvOf([columns.map(({ header }) => header)]);
  for await (const page of lines) {
    if (page.length > 0) yield csvOf(page.map((line) => columns.map(({ of }) => of(line))));
  }
}

export const csvFormat: FileFormat = {
  path: "csv",
  operation: "Csv",
  extension: "csv",
  mediaType: "text/csv; charset=utf-8",
  title: "CSV",
  description: "One line per transaction with the balance after it, in UTF-8 with a header line.",
  pieces,
};
