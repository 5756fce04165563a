import type { BankFile } from "../../api/generated/types.gen.ts";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import { attentionOf } from "./attention.ts";
import { stateColors, stateNames } from "./file-labels.ts";

/** A file's state as a badge; a sent file that the bank should have answered says so. */
export function BankFileBadge({
  file,
  now,
}: {
  readonly file: Pick<BankFile, "state" | "answerDueAt" | "openItems">;
  readonly now: Date;
}) {
  const attention = attentionOf(file, now);
  if (attention === "unanswered") return <StatusMark color="orange">Not answered</StatusMark>;
  if (attention === "openItems") return <StatusMark color="orange">Open items</StatusMark>;
  return <StatusMark color={stateColors[file.state]}>{stateNames[file.state]}</StatusMark>;
}
