import { type NoUndo, refuseUndo, type UndoTerms } from "#bank/file-rails";

/** The terms for people and programs, or the sentence that says why there are none. */
export function undoOptionsText(found: UndoTerms | NoUndo) {
  if ("refusal" in found) {
    const { message } = refuseUndo(found.refusal, { details: { ...found.details } });
    return { possible: null, refusal: message };
  }
  const { kind, reasons, sendBy } = found;
  return { possible: { kind, reasons: [...reasons], until: sendBy?.toISOString() ?? null }, refusal: null };
}
