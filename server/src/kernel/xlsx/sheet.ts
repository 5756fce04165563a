import { styles } from "./parts.ts";
import { cellText } from "./xml.ts";

/** A text, an instant, or an amount of dollars as a decimal number with two decimals; null is an empty cell. */
export type XlsxCell = string | Date | Temporal.PlainDateTime | { readonly dollars: string } | null;

const DAY_MS = 86_400_000;
/** Spreadsheets count days from the end of 1899; 1970 began on this day. */
const DAYS_BEFORE_1970 = 25_569;
/** Longer texts make spreadsheets report the file as damaged. */
const TEXT_LENGTH_MAX = 32_767;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The name of a column: A to Z, then AA. */
export function columnName(index: number): string {
  const letter = LETTERS[index % LETTERS.length] ?? "";
  return index < LETTERS.length ? letter : `${columnName(Math.floor(index / LETTERS.length) - 1)}${letter}`;
}

/** One row of a sheet; rows are numbered from 1. */
export const rowXml = (number: number, cells: readonly XlsxCell[], names: readonly string[]): string =>
  `<row r="${number}">${cells.map((cell, index) => cellXml(`${names[index]}${number}`, cell, styles.text)).join("")}</row>`;

export const headerXml = (headers: readonly string[], names: readonly string[]): string =>
  `<row r="1">${headers.map((header, index) => cellXml(`${names[index]}1`, header, styles.header)).join("")}</row>`;

/** A spreadsheet's dates have no time zone: the wall clock is counted as if it were UTC. */
const msOf = (at: Date | Temporal.PlainDateTime): number =>
  at instanceof Date ? at.getTime() : at.toZonedDateTime("UTC").epochMilliseconds;

function cellXml(place: string, cell: XlsxCell, textStyle: number): string {
  if (cell === null || cell === "") return "";
  if (cell instanceof Date || cell instanceof Temporal.PlainDateTime)
    return `<c r="${place}" s="${styles.instant}"><v>${msOf(cell) / DAY_MS + DAYS_BEFORE_1970}</v></c>`;
  if (typeof cell === "object") return `<c r="${place}" s="${styles.dollars}"><v>${cell.dollars}</v></c>`;
  const text = cellText(cell.slice(0, TEXT_LENGTH_MAX));
  return `<c r="${place}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}
