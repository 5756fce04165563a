import { textOfCell } from "#ui/files/tables/file-table.ts";
import { isAmount, looksLikeMoney } from "../columns/guess-columns.ts";
import { cellOf, type NumberedRecord, type Understanding } from "../understand-table.ts";
import type { ReadAmount } from "../values/amounts.ts";
import { readDate } from "../values/dates.ts";
import { type Heading, headingOf } from "./headings.ts";
import { amountsOfRecords } from "./invoice-lines.ts";

/** What of a file decides about its rows. */
export type Read = Pick<Understanding, "headers" | "records" | "mapping" | "decimal">;

/** A row as its cells show it. */
export interface RowFacts {
  readonly record: NumberedRecord;
  readonly own: string;
  /** The first text of the row. */
  readonly first: string;
  readonly amount: ReadAmount;
  readonly cents: bigint | undefined;
  /** Whether the amount's cell has anything. */
  readonly hasAmount: boolean;
  /** Whether the row has a date, a number, or a text besides recipient and amounts. */
  readonly hasDetails: boolean;
  readonly heading: Heading | undefined;
  readonly partOf: NumberedRecord | undefined;
}

/** The rows of a file as their cells show them, each on its own. */
export function rowFactsOf(understanding: Read): readonly RowFacts[] {
  const { records, mapping } = understanding;
  const amounts = amountsOfRecords(understanding);
  const besides = new Set<number | undefined>(moneyColumns(records));
  for (const field of ["recipient", "lastName", "amount", "currency", "accountNumber", "email"] as const)
    besides.add(mapping[field]);
  return records.map((record) => {
    const { amount = { problem: "Enter an amount." }, partOf } = amounts.get(record.number) ?? {};
    const texts = record.cells.map((cell) => textOfCell(cell).trim());
    const first = texts.find((text) => text !== "") ?? "";
    const own = ownName(record, mapping);
    const isLabel = (column: number) => texts[column] === first && texts.indexOf(first) === column;
    const hasDetails = texts.some(
      // A label in the first cell is no detail: a date there is one.
      (text, column) =>
        text !== "" && !besides.has(column) && !(isLabel(column) && own === "" && !isDetail(record, column)),
    );
    return {
      record,
      own,
      first,
      amount,
      cents: "cents" in amount ? amount.cents : undefined,
      hasAmount: hasAmountIn(record, mapping),
      hasDetails,
      heading: headingOf(record),
      partOf,
    };
  });
}

function hasAmountIn(record: NumberedRecord, mapping: Read["mapping"]): boolean {
  const columns = mapping.amount === undefined || mapping.amount >= 0 ? [mapping.amount] : [mapping.unitAmount];
  return columns.some((column) => {
    const cell = cellOf(record, column);
    return textOfCell(cell).trim() !== "" || typeof cell !== "string";
  });
}

/** Whether a cell says when or what, and is no label. */
function isDetail({ cells }: NumberedRecord, column: number): boolean {
  const cell = cells[column] ?? "";
  const isDate = (typeof cell !== "string" && cell.kind === "date") || "date" in readDate(cell, "mdy");
  return isDate || "date" in readDate(cell, "dmy") || /\d/.test(textOfCell(cell));
}

const ownName = (record: NumberedRecord, { recipient, lastName }: Read["mapping"]): string =>
  [recipient, lastName]
    .map((column) => textOfCell(cellOf(record, column)).trim())
    .filter((text) => text !== "")
    .join(" ");

/** Columns with nothing but amounts: also those that are not paid, such as the original amounts of bills. */
function moneyColumns(records: readonly NumberedRecord[]): readonly number[] {
  const width = Math.max(0, ...records.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const cells = records.map(({ cells: all }) => all[column] ?? "").filter((cell) => textOfCell(cell).trim() !== "");
    return cells.length > 0 && cells.every(isAmount) && cells.some(looksLikeMoney);
  });
}
