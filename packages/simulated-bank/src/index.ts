/**
 * The simulated bank at the other end of bank files: it reads what a customer sends, checks it as a strict bank would, and
 * answers with files. It knows nothing of payments of the service, only files, a clock, its agreement with the customer,
 * and its own records. Owns no table.
 * Guarantees: the same records and instant make the same answers; a file is received once; its books add up.
 */
export { AgreementError, type BankAgreement } from "./agreement/bank-agreement.ts";
export { nextStatementAt } from "./answers/account-reports.ts";
export type { AnswerFile } from "./answers/answer-file.ts";
export { type AnsweredNow, type DueAnswers, type FileBank, openFileBank } from "./file-bank.ts";
export { simulateBank } from "./folder/simulate-bank.ts";
export { type BankDeposit, depositKinds } from "./receive/deposits.ts";
export type { CounterBooking } from "./requests/counter-bookings.ts";
export type { RequestedAnswer } from "./requests/requested-answer.ts";
export { confirmedAt, laterByBankingDays, rejectedAt, returnedAt } from "./scripts/bank-hours.ts";
export { magicChanges } from "./scripts/magic-changes.ts";
export { type BankScenario, magicAccountNumbers, scenarioFor, scenarioText } from "./scripts/magic-numbers.ts";
export { type MagicUndo, magicUndos } from "./scripts/magic-undos.ts";
export { type BankRecord, bankRecordOf, recordText } from "./state/bank-record.ts";
export type { BankSession, BankState, Delivered } from "./state/bank-state.ts";
