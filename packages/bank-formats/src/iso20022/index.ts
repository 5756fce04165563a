/**
 * ISO 20022 messages between companies, banks, and networks: read, written, and checked by tables of their definitions.
 * It uses nothing of the service and does no I/O; its only package is the XML parser.
 *
 * Four layers, from the bottom:
 *
 * - `writeMessage` and `readMessage` (`readMessageFrom` for large files) work with all elements of
 *   a message by their ISO 20022 names. Money is `{ Ccy, amountMinor }` with a bigint in the currency's smallest unit;
 *   dates and decimals stay text. What the schema rejects is rejected, and so are wrong totals.
 * - Builders make messages from facts, and readings turn answers and entries into facts.
 * - `readAccountReports` and `readStatusReport` read what banks send, in all versions: camt.052, camt.053, camt.054, and
 *   pain.002. They check what they interpret, skip the rest, and report an entry that is wrong on its own as an item.
 * - Profiles are the rules of a network or of a bank's file channel beyond the message definition.
 *
 * Everything that is wrong is an `Iso20022Error` with a path, a rule, and a masked value for each problem.
 */
export {
  type AccountReportFacts,
  accountReport,
  accountStatement,
  type BalanceFacts,
  debitCreditNotification,
  type StatementEntryFacts,
  type StatementTransactionFacts,
} from "./builders/account-statements.ts";
export {
  type BusinessHeaderFacts,
  businessHeader,
  type FedwireMessageName,
  fedwireEnvelope,
  swiftEnvelope,
} from "./builders/business-headers.ts";
export {
  type CancellationAnswer,
  type CancellationRequest,
  cancellationAnswer,
  cancellationRequest,
} from "./builders/cancellations.ts";
export {
  type CustomerPaymentType,
  type CustomerTransfer,
  type CustomerTransferBatch,
  type CustomerTransferFile,
  customerTransfers,
} from "./builders/customer-transfers.ts";
export { customerTransfersV03 } from "./builders/customer-transfers-v03.ts";
export { type NetworkTransfer, networkTransfer } from "./builders/network-transfers.ts";
export type { AccountFacts, AddressFacts, AgentFacts, PartyFacts } from "./builders/party-elements.ts";
export {
  type CustomerStatusReport,
  customerStatusReport,
  type NetworkStatusReport,
  networkStatusReport,
  type OriginalMessage,
  type OriginalTransaction,
  type PaymentReturnFacts,
  paymentReturn,
  type StatusReason,
  type StatusRequest,
  statusRequest,
  type TransactionStatusFacts,
} from "./builders/status-reports.ts";
export { type IsoStatusReason, isoStatusReasons } from "./codes/status-reasons.ts";
export {
  findCancellationAnswer,
  findTransactionStatus,
  type IsoTransactionStatus,
} from "./codes/transaction-statuses.ts";
export {
  type BusinessHeader,
  type EnvelopeElement,
  type ReadOptions,
  type ReceivedMessage,
  readMessage,
} from "./documents/read-message.ts";
export { type FileChunks, readMessageFrom } from "./documents/read-stream.ts";
export { type WriteOptions, writeMessage } from "./documents/write-message.ts";
export { type AccountabilityKind, accountabilityKindOf } from "./identifiers/accountability-data.ts";
export { findUuidIn, identificationOf, isUetr, uetrOf } from "./identifiers/payment-identifiers.ts";
export { type MessageContent, type MessageName, messageNames, type NamedMessage } from "./messages/message-tables.ts";
export { type CustomerRail, customerPaymentTypes, customerTransferProblems } from "./profiles/customer-rails.ts";
export { type NetworkName, type NetworkProfile, networkProfiles } from "./profiles/network-profiles.ts";
export { networkTransferProblems } from "./profiles/network-transfer-rules.ts";
export {
  type AccountEntry,
  type AccountTransaction,
  accountEntry,
  type EntryCharge,
  type StatementEntry,
} from "./readings/account-entries.ts";
export { feeWithin } from "./readings/fee-within.ts";
export {
  type AnswerReason,
  type CancellationOutcome,
  cancellationOutcomes,
  type PaymentAnswer,
  paymentAnswers,
  type ReturnedPayment,
  returnedPayments,
} from "./readings/payment-answers.ts";
export {
  type EntryTotals,
  noEntries,
  type ReportedStatement,
  statementProblems,
  withEntry,
} from "./readings/statement-rules.ts";
export {
  type AccountReport,
  type AccountReportFile,
  type AccountReportPart,
  accountReportProblems,
  type EntryFacts,
  type ReportBalance,
  type ReportPage,
  readAccountReports,
} from "./received/account-reports.ts";
export { type IsoTolerance, isoTolerances, type ReceivedOptions } from "./received/iso-tolerances.ts";
export { readStatusReport, type StatusProblem, type StatusReport } from "./received/status-reports.ts";
export { findCurrencyDecimals } from "./schema/currencies.ts";
export type { CurrencyAmount, CurrencyPrice, ForeignElement } from "./schema/element-types.ts";
export { describeProblem, Iso20022Error, type MessageProblem } from "./schema/problems.ts";
export {
  type CharacterReplacement,
  findForeignCharacter,
  type LatinText,
  toLatinText,
  type WireCharacterSet,
} from "./text/latin-text.ts";
