import { csvText } from "#ui/files/csv.ts";
import type { RowResult } from "../file-store.ts";
import type { FileRow } from "../rows/file-rows.ts";
import { rowKindNames } from "../rows/kind-names.ts";

const stateTexts = {
  requested: "requested",
  requestedBefore: "already requested",
  refused: "failed",
  unanswered: "requested, no response",
} as const satisfies Readonly<Record<RowResult["state"], string>>;

/** The result of every row, as CSV. */
export function resultFile(rows: readonly FileRow[], results: ReadonlyMap<number, RowResult>): string {
  const lines = rows.map(({ number, line, texts, recipient, problems, kind, reason, isExcluded }) => {
    const result = results.get(number);
    const open =
      kind !== "payment"
        ? rowKindNames[kind].toLowerCase()
        : isExcluded
          ? "excluded"
          : problems.length > 0
            ? "invalid"
            : "not requested";
    const status = result ? stateTexts[result.state] : open;
    const message = result?.message ?? (result === undefined && !isExcluded ? (reason ?? problems.join(" ")) : "");
    return [String(line), recipient?.name ?? texts.recipient, texts.amount, status, result?.requestId ?? "", message];
  });
  return csvText([["line", "recipient", "amount", "status", "requestId", "message"], ...lines]);
}
