/**
 * Payments that banks receive in files, and what the banks' files say about them: ACH, checks, wires, and
 * real-time payments.
 *
 * Guarantees: a payment is in one file, however often it is submitted and wherever a process dies; a file's numbers are
 * fixed before it is built, so building it again gives the same file; what the bank answers counts once, in any order,
 * and what does not fit what was sent changes nothing and is an open item.
 *
 * Folders, from the bottom: answers, orders, transfer-messages, ach, notices, undos, reversals, ach-answers,
 * checks, transfers, transfer-answers, undoing, connected, parts, items.
 */
export { achFileStates } from "./ach/ach-file-states.ts";
export { achPrenoteStates } from "./ach/prenotes/prenote-states.ts";
export { findAwaitedPrenote } from "./ach/prenotes/prenotes.queries.ts";
export { type AnswerTrigger, answerStates } from "./answers/answer-states.ts";
export {
  decideAnswers,
  lockOpenAnswers,
  nextAnswer,
  type OpenAnswer,
  paymentsWithDueAnswers,
} from "./answers/answers.queries.ts";
export type { AnswerId, BankAnswer } from "./answers/bank-answer.ts";
export { recordAnswers } from "./answers/record-answers.ts";
export { checkRefusals } from "./checks/check-refusals.ts";
export { checkExceptionStates, checkRunStates, checkStates, checkVoidStates } from "./checks/check-states.ts";
export { uncashedChecks } from "./checks/checks.queries.ts";
export { checkRoutes } from "./checks/checks.routes.ts";
export { checkExceptionKind } from "./checks/exceptions/decide-exception.ts";
export {
  listCheckExceptions,
  type ShownCheck,
  type ShownCheckException,
  showCheck,
} from "./checks/read-checks.ts";
export { markChecksMailed } from "./checks/runs/mark-mailed.ts";
export { confirmStop, stopCheck } from "./checks/stops/stop-check.ts";
export { connectedChannels } from "./connected/connected-channels.ts";
export { connectedFiles } from "./connected/connected-files.ts";
export { connectionOfPayment, createFileRail, paymentsInFiles } from "./file-rail.ts";
export { assignAsOperator, itemAssignmentKind, type PaymentInWords } from "./items/assign-item.ts";
export { bankFileItemRoutes } from "./items/items.routes.ts";
export { followBankNotices } from "./notices/follow-notices.ts";
export { bankNoticeRoutes } from "./notices/notices.routes.ts";
export { endRehearsal } from "./orders/end-rehearsal.ts";
export { makePaymentsDue } from "./orders/make-payments-due.ts";
export { countLatePayments } from "./orders/missed-cut-offs.ts";
export { methodsOf, railOf } from "./orders/order.ts";
export { bankOrderStates } from "./orders/order-states.ts";
export { findPennyOrder } from "./orders/penny-orders.queries.ts";
export { bankReferencesOf } from "./parts/bank-references.ts";
export type { RailPart } from "./rail-part.ts";
export { railParts } from "./rail-parts.ts";
export { fileRailMetrics, nextFileAt, runFileRails } from "./run-file-rails.ts";
export { transferFileStates } from "./transfers/transfer-file-states.ts";
export { transferStates } from "./transfers/transfer-states.ts";
export { findPaymentByUetr } from "./transfers/transfers.queries.ts";
export {
  type NoUndo,
  type UndoChannels,
  type UndoTerms,
  undoTermsOf,
} from "./undoing/undo-terms.ts";
export { endUndosOf } from "./undos/end-undos.ts";
export { moveLockedUndos } from "./undos/move-undo.ts";
export { type UndoReason, undoKinds, undoReasons, undoReasonText } from "./undos/undo-reasons.ts";
export { refuseUndo, undoRefusals } from "./undos/undo-refusals.ts";
export { openUndoStates, undoStates } from "./undos/undo-states.ts";
export {
  insertUndo,
  lockUndo,
  requestedUndos,
  type SentUndo,
  type UndoId,
  type UndoRow,
  undosOfPayment,
  undosSentBetween,
} from "./undos/undos.queries.ts";
