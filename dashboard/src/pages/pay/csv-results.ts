import type { FileRow } from "./csv-rows.ts";
import type { RowResult } from "./csv-store.ts";

const stateTexts = {
  requested: "asked for",
  requestedBefore: "asked for before",
  refused: "refused",
  unanswered: "asked for, not answered",
} as const satisfies Readonly<Record<RowResult["state"], string>>;

/** Quoted for CSV; a text that a spreadsheet would run as a formula is kept a text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What became of every row, as a file. */
export function resultFile(rows: readonly FileRow[], results: ReadonlyMap<number, RowResult>): string {
  const lines = rows.map(({ number, texts, recipient, problem }) => {
    const result = results.get(number);
    const status = result ? stateTexts[result.state] : problem === undefined ? "not asked for" : "not a payment yet";
    const message = result?.message ?? (result === undefined ? (problem ?? "") : "");
    return [String(number), recipient?.name ?? texts.recipient, texts.amount, status, result?.requestId ?? "", message];
  });
  return [["row", "recipient", "amount", "status", "requestId", "message"], ...lines]
    .map((line) => `${line.map(cell).join(",")}\r\n`)
    .join("");
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
