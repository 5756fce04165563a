import { parse } from "csv-parse/sync";

const SEPARATORS = [",", ";", "\t", "|"];
/** Programs compare the character in its compatibility form: `\uff1d`, `\u207c`, and `\ufe66` are equals signs. */
const FORMULA = /^[=+\-@\u2212]/u;
/** What programs drop at the beginning of a cell. */
const DROPPED = /^(?:\s|\p{C}|\p{Default_Ignorable_Code_Point}|")+/u;
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
  const quoted = SEPARATORS.flatMap((delimiter) =>
    parse(csv, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }).flat(),
  );
  return [...plain, ...quoted]
    .map((cell) => cell.replace(DROPPED, ""))
    .filter((cell) => FORMULA.test(cell.normalize("NFKC")) && !NUMBER.test(cell.replace(/"$/, "")));
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
  " =1+1",
  "\u00a0 +1+1",
  "Thanks\n  =1+1",
  "one; @A1",
  'one;"=1+1"',
  '"=1+1',
  "\u2212 1+1",
  "\u207a1+1",
  "\ufe661+1",
];

/** Texts with characters that no field accepts, but files of other programs may contain. */
export const HIDDEN_FORMULA_TEXTS = [
  "\t=1+1",
  "\r=1+1",
  "\0=1+1",
  "\ufeff=1+1",
  "\u200b\u2060=1+1",
  "\u202e =1+1",
  "\u3164=1+1",
  "\ufe0f=1+1",
  "one;\u200d \u00ad-1+1",
  'one,\u3000"\ufeff"@A1',
];
