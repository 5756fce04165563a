/**
 * Payments to recipients and the transactions they become. Owns transactions, account_days, transaction_exceptions, rail_queue,
 * rail_submissions, rail_answers and categories' use on transactions; declares the view transaction_creations for readers below.
 *
 * Promises: an accepted payment is durable, holds its amount, and is decided once per idempotency key, forever; its
 * status moves only as transaction-states.ts says, each move with one ledger effect, one event and one audit row.
 */

export { applyAnswers, runBankAnswers } from "./bank/bank-answers.ts";
export { handOverNow, hurryHandOver, nextHandOverAt, recordHandOvers, runHandOver } from "./bank/hand-over.ts";
export { triggerOf } from "./bank/settle-answers.ts";
export { cancelRefusals } from "./lifecycle/cancel-payment.ts";
export { type MoveTransactions, moveTransactions, type RequestedMove } from "./lifecycle/move-transactions.ts";
export { type Move, moveFrom, moves, nextStatuses, type Trigger, triggers } from "./lifecycle/transaction-states.ts";
export { countedWriter, handOverMetrics } from "./payment-metrics.ts";
export { paymentRefusals, refusePayment } from "./payment-refusals.ts";
export { bankDescriptionOf } from "./send/bank-description.ts";
export {
  coolingOffEndsAt,
  type DirectSendRules,
  problemsOf as instructionProblemsOf,
  refusalOf as paymentRefusalOf,
} from "./send/create-payment.ts";
export { createPayments } from "./send/create-payments.queries.ts";
export {
  type FailedPayment,
  type PayeeHistory,
  payeeHistory,
  recentFailures,
  recentPaymentsTo,
} from "./send/payee-history.queries.ts";
export type { PaymentDecision, PreparedPayment, TransactionStatus } from "./send/payment.ts";
export { transactionStatuses } from "./send/payment.ts";
export { DirectSendBodySchema, purposeText } from "./send/payment-instruction.ts";
export { createPaymentWriter, type PaymentWriter } from "./send/payment-writer.ts";
export { paymentRoutes } from "./send/payments.routes.ts";
export { countTowardDay, giveBack, refuseAboveDayLimit, refuseAboveLimit } from "./send/token-limits.ts";
export { chargeWireFee, lockForFee } from "./send/wire-fee.ts";
export { getTransaction } from "./transactions/edit-transaction.ts";
export { exportRoutes } from "./transactions/export.routes.ts";
export { findOtherSide, findTransactionFacts, type TransactionFacts } from "./transactions/timeline-facts.queries.ts";
export { type Transaction, type TransactionRow, TransactionSchema } from "./transactions/transaction.ts";
export { renderOne, type Viewer } from "./transactions/transaction-details.ts";
export { findTransactionsById } from "./transactions/transactions.queries.ts";
export { transactionRoutes } from "./transactions/transactions.routes.ts";
export {
  checkTransfer,
  findSides as findTransferSides,
  type TransferBody,
  TransferBodySchema,
  transferWithin,
} from "./transfers/create-transfer.ts";
export { type Deposit, receiveDeposit } from "./transfers/receive-deposit.ts";
export type { SettledTransaction } from "./transfers/settled-transactions.queries.ts";
export { recordSettledTransactions } from "./transfers/settled-transactions.ts";
export { transferRoutes } from "./transfers/transfers.routes.ts";
