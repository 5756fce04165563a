import type { FileRow } from "./csv-rows.ts";
import type { RowResult } from "./csv-store.ts";

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
  const lines = rows.map(({ number, texts, recipient, problem }) => {
    const result = results.get(number);
    const status = result ? stateTexts[result.state] : problem === undefined ? "not requested" : "invalid";
    const message = result?.message ?? (result === undefined ? (problem ?? "") : "");
    return [String(number), recipient?.name ?? texts.recipient, texts.amount, status, result?.requestId ?? "", message];
  });
  return [["row", "recipient", "amount", "status", "requestId", "message"], ...lines]
    .map((line) => `${line.map(cell).join(",")}\r\n`)
    .join("");
}
