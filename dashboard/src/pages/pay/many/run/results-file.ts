import type { RowResult } from "../file-store.ts";
import type { FileRow } from "../rows/file-rows.ts";

const stateTexts = {
  requested: "requested",
  requestedBefore: "already requested",
  refused: "failed",
  unanswered: "requested, no response",
} as const satisfies Readonly<Record<RowResult["state"], string>>;

/**
 * A character that starts a formula wherever a spreadsheet may start a cell: also after a line break or another
 * separator.
 */
const FORMULA = /(^|[\r\n\t\v\f\u0085\u2028\u2029,;|])([=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/** Quotes a CSV cell and prevents formula injection. */
const cell = (text: string): string => `"${text.replaceAll(FORMULA, "$1'$2").replaceAll('"', '""')}"`;

/** The result of every row, as CSV. */
export function resultFile(rows: readonly FileRow[], results: ReadonlyMap<number, RowResult>): string {
  const lines = rows.map(({ number, line, texts, recipient, problems, isExcluded }) => {
    const result = results.get(number);
    const open = isExcluded ? "excluded" : problems.length > 0 ? "invalid" : "not requested";
    const status = result ? stateTexts[result.state] : open;
    const message = result?.message ?? (result === undefined && !isExcluded ? problems.join(" ") : "");
    return [String(line), recipient?.name ?? texts.recipient, texts.amount, status, result?.requestId ?? "", message];
  });
  return [["line", "recipient", "amount", "status", "requestId", "message"], ...lines]
    .map((line) => `${line.map(cell).join(",")}\r\n`)
    .join("");
}
