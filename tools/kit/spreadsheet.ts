import { parse } from "csv-parse/sync";

const SEPARATORS = [",", ";", "\t", "|"];
const FORMULA = /^[=+\-@\uff0b\uff0d\uff1d\uff20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The rows of a CSV file, parsed as in RFC 4180. */
export const rowsOf = (csv: string): string[][] => parse(csv, { relax_column_count: true });

/**
 * Cells that some spreadsheet would run as a formula. Tries each usual separator, with and without quoting, because a
 * program with another separator ignores the quotes.
 */
export function formulasIn(csv: string): readonly string[] {
  const plain = SEPARATORS.flatMap((separator) =>
    csv.split(/[\r\n\v\f\u0085\u2028\u2029]/).flatMap((line) => line.split(separator)),
  );
  const unquoted = plain.map((cell) => cell.replace(/^"/, ""));
  const quoted = SEPARATORS.flatMap((delimiter) =>
    parse(csv, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }).flat(),
  );
  return [...plain, ...unquoted, ...quoted].filter(
    (cell) => FORMULA.test(cell) && !NUMBER.test(cell.replace(/"$/, "")),
  );
}

/** Texts that start a formula in some spreadsheet. */
export const FORMULA_TEXTS = [
  '=HYPERLINK("https://evil.example")',
  "+1",
  "-1+1",
  "@SUM(A1)",
  "Thanks\n=1+1",
  "Thanks\r\n+1+1",
  "Thanks\r@A1",
  "one;=1+1",
  "one\t-1+1",
  'one";=1+1',
  "one,=1+1",
  "one|=1+1",
  "\uff1d1+1",
  "a\u2028=1+1",
];
