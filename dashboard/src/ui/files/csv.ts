/**
 * A character that starts a formula wherever a spreadsheet may start a cell: also after a line break or another
 * separator, and after spaces, invisible characters, and quotes, which some programs drop.
 */
const FORMULA =
  /((?:^|[\r\n\t\v\f\u0085\u2028\u2029,;|])(?:(?![\r\n\t\v\f\u0085])[\p{Cc}\p{Cf}\p{Zs}\p{Mn}\u115f\u1160\u3164\uffa0"])*)([=+\-@\u207a-\u207c\u208a-\u208c\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/gu;

/** Quotes a CSV cell and prevents formula injection. */
const cell = (text: string): string => `"${text.replaceAll(FORMULA, "$1'$2").replaceAll('"', '""')}"`;

/** The lines of a CSV file. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
