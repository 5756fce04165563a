/**
 * A character that starts a formula wherever a spreadsheet may start a cell: also after a line break or another
 * separator.
 */
const FORMULA = /(^|[\r\n\t\v\f\u0085\u2028\u2029,;|])([=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/** Quotes a CSV cell and prevents formula injection. */
const cell = (text: string): string => `"${text.replaceAll(FORMULA, "$1'$2").replaceAll('"', '""')}"`;

/** The lines of a CSV file. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
