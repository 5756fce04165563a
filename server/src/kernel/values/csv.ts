import { stringify } from "csv-stringify/sync";

/** An instant, an amount in cents, or a text. */
export type CsvCell = Date | bigint | string | null;

/** Lines of CSV with CRLF ends, as RFC 4180 requires. */
export const csvOf = (lines: readonly (readonly CsvCell[])[]): string =>
  stringify(
    lines.map((line) => [...line]),
    {
      quoted_string: true,
      record_delimiter: "windows",
      cast: { date: (at) => at.toISOString(), bigint: decimalOf, string: plainText },
    },
  );

/**
 * Prevents spreadsheets from interpreting a text as a formula: an apostrophe precedes every character that begins one,
 * wherever a cell may begin. That includes after a line break and after each common separator, because programs with
 * another separator (a semicolon in much of Europe) split inside our quotes.
 */
const plainText = (text: string): string =>
  text.replaceAll(/(^|[\r\n\t\v\f\u0085\u2028\u2029,;|])([=+\-@\uff0b\uff0d\uff1d\uff20])/g, "$1'$2");

/** Cents as a number that spreadsheets can add: `-1234.50`. */
export function decimalOf(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
