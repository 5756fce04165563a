/**
 * Nacha files: the ACH files that US banks exchange, written and read. A library of its own: no I/O, no clock, no
 * calendar, no dependencies, nothing of the service.
 *
 * **Writing.** `writeNacha({ header, batches }, options)` yields the file in pieces; entries may come from a generator,
 * so that a file of any size takes little memory. Counts, hashes, totals, trace numbers, addenda numbers, control
 * records, and padding are computed. `createNachaWriter` is the same record by record.
 *
 * **Reading.** `readNacha(pieces)` yields headers, entries with their addenda records, and control records with their
 * lines. It is strict: the first deviation ends the yielding, and at the end {@link NachaFileError} is thrown with every
 * error (up to a limit): line, record, field, value, rule, source. So **nothing may be acted upon before the last item
 * was delivered.** `tolerant` accepts deviations one by one; `nachaRules` says which rule each of them skips. Files from
 * banks are read with `asBanksSend`: then an entry that is wrong on its own is an item (`problemEntry`) next to the
 * others, and the last item (`end`) counts every tolerance that the file needed.
 *
 * **Classes.** PPD, CCD, CTX, IAT, WEB, TEL, and the other standard classes; returns (addenda 99), dishonored and
 * contested returns, notifications of change (addenda 98, class COR) and their refusals, also of IAT entries. Refused:
 * ADV, the accounting advices between operators and banks.
 *
 * **The bank's side.** `returnOf`, `dishonoredReturnOf`, `contestedReturnOf`, `changeNoticeOf`, and `refusedChangeOf` make
 * entries from entries. Nacha defines no acknowledgment of files; `fileIdentityOf` gives the five values that banks name.
 *
 * **Money** is `bigint` cents, dates are `YYYY-MM-DD`, times `HH:MM`, codes and identifications text. Banking days come
 * from a function that the caller passes.
 */

export type { ToleranceUse } from "../text/tolerance-uses.ts";
export { answerAddendaOf, type EntryInBatch, returnTransactionCode } from "./answer/answered-entry.ts";
export { changeBatchHeader, changeNoticeOf, refusedChangeOf } from "./answer/changes.ts";
export {
  type ContestDetails,
  contestedReturnOf,
  type DishonorDetails,
  dishonoredReturnOf,
  type ReturnDetails,
  returnBatchHeader,
  returnOf,
} from "./answer/returns.ts";
export { bankingDaysLater, dateOfJulianDay, type IsBankingDay, julianDayOf } from "./calendar/dates.ts";
export { changeDeadline, liveEntriesAfterPrenote, returnDeadline, reversalDeadline } from "./calendar/deadlines.ts";
export { requestsSameDay, SAME_DAY_LIMIT_MINOR, sameDayProblem } from "./calendar/same-day.ts";
export {
  type CorrectedField,
  changeCodeOf,
  type NachaChangeCode,
  nachaChangeCodes,
  refusedChangeCodes,
} from "./codes/change-codes.ts";
export { type Corrections, correctedDataOf, correctionsOf } from "./codes/corrected-data.ts";
export {
  type BatchPurpose,
  hasDescription,
  isReversalDescription,
  prescribedDescriptions,
} from "./codes/descriptions.ts";
export { type EntryClass, entryClasses, entryClassOf } from "./codes/entry-classes.ts";
export {
  isContestedReturnCode,
  isDishonoredReturnCode,
  type NachaReturnReason,
  nachaReturnReasons,
  type ReturnTimeFrame,
  returnReasonOf,
} from "./codes/return-reasons.ts";
export {
  type AchAccountType,
  type AchDirection,
  meaningOfTransactionCode,
  type TransactionCode,
  type TransactionCodeMeaning,
  type TransactionUse,
  transactionCodeFor,
  transactionCodes,
} from "./codes/transaction-codes.ts";
export { type NachaError, NachaFileError } from "./errors.ts";
export { type FileIdentity, fileIdentityOf, fileIdModifierAt, messageIdOfFile } from "./identifiers/file-identity.ts";
export { checkDigitOf, hasCheckDigit } from "./identifiers/routing-number.ts";
export { type NachaTraceNumber, traceNumberOf, traceNumberParts } from "./identifiers/trace-number.ts";
export {
  type OffsetAccount,
  offsetEntry,
  prenoteOf,
  reversalHeader,
  reversalOf,
} from "./originate/derived-entries.ts";
export { asBanksSend } from "./read/as-banks-send.ts";
export type { NachaItem } from "./read/file-state.ts";
export type { EntryFacts } from "./read/raw-entry.ts";
export {
  type NachaChunk,
  type NachaFile,
  type NachaFileBatch,
  readNacha,
  readNachaFile,
  readNachaSync,
} from "./read/read-nacha.ts";
export type { NachaReadOptions } from "./read/reader.ts";
export type { LineEnding } from "./read/record-splitter.ts";
export type { AnyBatchHeader, BatchControl, BatchHeader, IatBatchHeader } from "./records/batch-records.ts";
export { isIatHeader } from "./records/batch-records.ts";
export type { FileControl, FileHeader } from "./records/file-records.ts";
export {
  type Addenda,
  type AddendaInput,
  type AddendaKind,
  type EntryCategory,
  type EntryInput,
  type NachaEntry,
  rejectionReasonOf,
} from "./records/model.ts";
export { type NachaRule, type NachaTolerance, nachaRules } from "./rules.ts";
export type { BankRules } from "./write/originator-checks.ts";
export { type BatchInput, type NachaFileInput, nachaText, writeNacha } from "./write/write-nacha.ts";
export { type BatchHeaderInput, createNachaWriter, type NachaWriteOptions } from "./write/writer.ts";
