import { type FileRecord, textOfCell } from "#ui/files/tables/file-table.ts";
import { amountParts } from "../values/amounts.ts";
import { readDate } from "../values/dates.ts";
import { isClearTotal, withoutPhone } from "./row-words.ts";

export interface Heading {
  readonly text: string;
  readonly column: number;
}

/** The text of a row that has nothing else: the vendor or the age of the bills below it. */
export function headingOf({ cells }: FileRecord): Heading | undefined {
  const filled = cells.flatMap((cell, column) => (textOfCell(cell).trim() === "" ? [] : [{ cell, column }]));
  const [only] = filled;
  if (only === undefined || filled.length > 1 || typeof only.cell !== "string") return undefined;
  const text = withoutPhone(only.cell);
  const isHeading = /\p{L}/u.test(text) && !isClearTotal(text) && !isValue(text);
  return isHeading ? { text, column: only.column } : undefined;
}

const isValue = (text: string): boolean => amountParts(text) !== undefined || "date" in readDate(text, "mdy");
