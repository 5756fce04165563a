import { stringify } from "csv-stringify/sync";
import { assert } from "../assert.ts";

/** An instant, a date and time of a place, an amount in cents, or a text. */
export type CsvCell = Date | Temporal.PlainDateTime | bigint | string | null;

/** Lines of CSV with CRLF ends, as RFC 4180 requires. */
export const csvOf = (lines: readonly (readonly CsvCell[])[]): string =>
  stringify(
    lines.map((line) => [...line]),
    {
      quoted_string: true,
      record_delimiter: "windows",
      cast: { date: (at) => at.toISOString(), object: placeTimeText, bigint: decimalOf, string: plainText },
    },
  );

/** `2026-10-31 21:00:00`, which spreadsheets read as a date and time. */
const placeTimeText = (at: object): string => {
  assert(at instanceof Temporal.PlainDateTime, "a cell that is an object is a date and time");
  return `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: "second" })}`;
};

/**
 * Prevents spreadsheets from interpreting a text as a formula: an apostrophe precedes every character that begins one,
 * wherever a cell may begin. That includes after a line break and after each common separator, because programs with
 * another separator (a semicolon in much of Europe) split inside our quotes. Programs drop spaces, invisible characters,
 * and quotes at the beginning of a cell, so the apostrophe is after them.
 */
const FORMULA =
  /((?:^|[\r\n\t\v\f\u0085\u2028\u2029,;|])(?:(?![\r\n\t\v\f\u0085])[\p{Cc}\p{Cf}\p{Zs}\p{Mn}\u115f\u1160\u3164\uffa0"])*)([=+\-@\u207a-\u207c\u208a-\u208c\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/gu;

const plainText = (text: string): string => text.replaceAll(FORMULA, "$1'$2");

/** Cents as a number that spreadsheets can add: `-1234.50`. */
export function decimalOf(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
