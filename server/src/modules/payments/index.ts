/**
 * Payments to recipients and the transactions they become. Owns transactions, account_days, transaction_exceptions, rail_queue,
 * rail_submissions, rail_answers and categories' use on transactions; declares the view transaction_creations for readers below.
 *
 * Promises: an accepted payment is durable, holds its amount, and is decided once per idempotency key, for ever; its
 * status moves only as transaction-states.ts says, each move with one ledger effect, one event and one audit row.
 */

export { applyAnswers, runBankAnswers } from "./bank-answers.ts";
export { bankDescriptionOf } from "./bank-description.ts";
export { cancelRefusals } from "./cancel-payment.ts";
export {
  coolingOffEndsAt,
  type DirectSendRules,
  problemsOf as instructionProblemsOf,
  refusalOf as paymentRefusalOf,
} from "./create-payment.ts";
export { createPayments } from "./create-payments.queries.ts";
export {
  checkTransfer,
  findSides as findTransferSides,
  type TransferBody,
  TransferBodySchema,
  transferWithin,
} from "./create-transfer.ts";
export { getTransaction } from "./edit-transaction.ts";
export { exportRoutes } from "./export.routes.ts";
export { handOverNow, hurryHandOver, nextHandOverAt, recordHandOvers, runHandOver } from "./hand-over.ts";
export { type MoveTransactions, moveTransactions, type RequestedMove } from "./move-transactions.ts";
export {
  type FailedPayment,
  type PayeeHistory,
  payeeHistory,
  recentFailures,
  recentPaymentsTo,
} from "./payee-history.queries.ts";
export type { PaymentDecision, PreparedPayment, TransactionStatus } from "./payment.ts";
export { transactionStatuses } from "./payment.ts";
export { DirectSendBodySchema, purposeText } from "./payment-instruction.ts";
export { paymentRefusals, refusePayment } from "./payment-refusals.ts";
export { createPaymentWriter, type PaymentWriter } from "./payment-writer.ts";
export { paymentRoutes } from "./payments.routes.ts";
export { type Deposit, receiveDeposit } from "./receive-deposit.ts";
export { triggerOf } from "./settle-answers.ts";
export type { SettledTransaction } from "./settled-transactions.queries.ts";
export { recordSettledTransactions } from "./settled-transactions.ts";
export { findOtherSide, findTransactionFacts, type TransactionFacts } from "./timeline-facts.queries.ts";
export { countTowardDay, giveBack, refuseAboveDayLimit, refuseAboveLimit } from "./token-limits.ts";
export { type Transaction, type TransactionRow, TransactionSchema } from "./transaction.ts";
export { renderOne, type Viewer } from "./transaction-details.ts";
export { type Move, moveFrom, moves, nextStatuses, type Trigger, triggers } from "./transaction-states.ts";
export { findTransactionsById } from "./transactions.queries.ts";
export { transactionRoutes } from "./transactions.routes.ts";
export { transferRoutes } from "./transfers.routes.ts";
export { chargeWireFee, lockForFee } from "./wire-fee.ts";
