export const whole = (value: number): string =>
  Number.isFinite(value) ? Math.round(value).toLocaleString("en-US") : "–";
export const places = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : "–");

/** A table with aligned columns, so that it is also readable as plain text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => (row[index] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join(" | ")} |`;
  const rule = `|${widths.map((width, index) => (index === 0 ? `${"-".repeat(width + 2)}` : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return `${[line(head), rule, ...rows.map(line)].join("\n")}\n`;
}
