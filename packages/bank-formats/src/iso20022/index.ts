/**
 * ISO 20022 messages between companies, banks, and networks: read, written, and checked by tables of their definitions.
 * It uses nothing of the service and does no I/O; its only package is the XML parser.
 *
 * Three layers, from the bottom:
 *
 * - `writeMessage` and `readMessage` (`readMessageFrom`, `readStatementParts` for large files) work with all elements of
 *   a message by their ISO 20022 names. Money is `{ Ccy, amountMinor }` with a bigint in the currency's smallest unit;
 *   dates and decimals stay text. What the schema rejects is rejected, and so are wrong totals.
 * - Builders make messages from facts, and readings turn answers and entries into facts.
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
export {
  type FileChunks,
  readMessageFrom,
  readStatementParts,
  type StatementEntry,
  type StatementName,
  type StatementPart,
  statementNames,
} from "./documents/read-stream.ts";
export { type WriteOptions, writeMessage } from "./documents/write-message.ts";
export { type AccountabilityKind, accountabilityKindOf } from "./identifiers/accountability-data.ts";
export { findUuidIn, identificationOf, isUetr, uetrOf } from "./identifiers/payment-identifiers.ts";
export { type MessageContent, type MessageName, messageNames, type NamedMessage } from "./messages/message-tables.ts";
export { type CustomerRail, customerPaymentTypes, customerTransferProblems } from "./profiles/customer-rails.ts";
export { type NetworkName, type NetworkProfile, networkProfiles } from "./profiles/network-profiles.ts";
export { networkTransferProblems } from "./profiles/network-transfer-rules.ts";
export { type AccountEntry, type AccountTransaction, accountEntry } from "./readings/account-entries.ts";
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
