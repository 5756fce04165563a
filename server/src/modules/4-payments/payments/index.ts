/**
 * Payments to recipients and the resulting transactions.
 *
 * Guarantees: an accepted payment is durable, holds its amount, and is decided once per idempotency key, forever; its
 * status changes only as in transaction-states.ts, and each move has one ledger effect, one event, and one audit row.
 *
 * Folders, from the bottom: states, days, spending, token-days, transactions, edits, transfers, lifecycle, send, bank,
 * validation, finding, activity, failures.
 */

export { activityRoutes } from "./activity/activity.routes.ts";
export { activityRefusals, MOST_SORTED, refuseActivity } from "./activity/activity-refusals.ts";
export { exportRoutes } from "./activity/export.routes.ts";
export type { FindRequesters } from "./activity/requesters.ts";
export { answerMetrics, applyAnswers, nextDueAnswerAt, runBankAnswers, triggerOf } from "./bank/apply-answers.ts";
export { validationObstacles } from "./bank/await-validation.ts";
export { undeliveredPayments } from "./bank/hand-over.queries.ts";
export {
  awaitsHandOver,
  handOverMetrics,
  handOverNow,
  nextHandOverAt,
  recordHandOvers,
  runHandOver,
  submitNow,
} from "./bank/hand-over.ts";
export { payeeReader } from "./bank/payee-reader.ts";
export { paymentInWords } from "./bank/payment-in-words.ts";
export { wakePayments } from "./bank/screen-payments.ts";
export { countHeld } from "./bank/screened-payments.queries.ts";
export { categorizeRoutes } from "./edits/categorize.routes.ts";
export { categorizeByRules, type RuleDecision } from "./edits/categorize.ts";
export { getTransaction } from "./edits/edit-transaction.ts";
export { noteOf } from "./edits/store-edits.ts";
export { findHandling, type HandlingRow as Handling } from "./failures/failure-handlings.queries.ts";
export { failureRefusals } from "./failures/failure-refusals.ts";
export { failureRoutes, HandlingSchema, renderHandling } from "./failures/failures.routes.ts";
export { markFailureHandled } from "./failures/handle-failure.ts";
export { openFailures } from "./failures/open-failures.ts";
export { findTransactions } from "./finding/find-transactions.ts";
export { memoBackfillJob, memoWordsJob, relayMemos } from "./finding/index-memos.ts";
export { cancelRefusals } from "./lifecycle/cancel-payment.ts";
export { paymentRefusals, refusePayment } from "./payment-refusals.ts";
export { backfillPayments, type PastPayment, preparePastPayment } from "./send/backfill-payments.ts";
export {
  type DirectPayment,
  type DirectSendRules,
  problemsOf as instructionProblemsOf,
} from "./send/create-payment.ts";
export {
  type ApprovablePayment,
  type ApprovableTransfer,
  type Approval,
  payApproved,
  refusalsToPay,
  TermsMoved,
} from "./send/pay-approved.ts";
export {
  DirectSendBodySchema,
  PaymentAchFieldsSchema,
  paymentAchFields,
  purposeText,
} from "./send/payment-instruction.ts";
export { countedWriter, createPaymentWriter, type PaymentWriter } from "./send/payment-writer.ts";
export { paymentRoutes } from "./send/payments.routes.ts";
export { isTransferKind } from "./spending/counted.ts";
export { spendingRoutes } from "./spending/spending.routes.ts";
export type { ScreeningResult } from "./states/screening-result.ts";
export { submissionStates } from "./states/submission-states.ts";
export {
  moveFrom,
  moves,
  type TransactionStatus,
  type Trigger,
  transactionStates,
  transactionStatuses,
} from "./states/transaction-states.ts";
export {
  countTowardLimits,
  refuseBeyondLimits,
  refuseUncountable,
  releaseSpend,
} from "./token-days/token-limits.ts";
export { tokenDaysJob } from "./token-days/watch-token-days.ts";
export { bankDescriptionOf } from "./transactions/bank-description.ts";
export { didPaymentFail } from "./transactions/failed-payments.ts";
export {
  HISTORY_MAX,
  hasPendingPayment,
  type LargestSoFar,
  largestPaymentsBelow,
  paidToPayees,
  payeeHistory,
  recentPaymentsTo,
} from "./transactions/payee-history.queries.ts";
export { type ReturnOutcome, returnOutcomesOf } from "./transactions/return-rules.ts";
export { findReturnLinks, type ReturnLink } from "./transactions/returns.queries.ts";
export { findOtherSide, findTransactionFacts, type TransactionFacts } from "./transactions/timeline-facts.queries.ts";
export { type Transaction, type TransactionRow, TransactionSchema } from "./transactions/transaction.ts";
export { renderNew, renderOne } from "./transactions/transaction-details.ts";
export type { IncomingKind } from "./transactions/transaction-kinds.ts";
export {
  findTransactionsById,
  hasTransactions,
  lockForEdit,
  newestTransactions,
} from "./transactions/transactions.queries.ts";
export { transactionRoutes } from "./transactions/transactions.routes.ts";
export {
  checkTransfer,
  findSides as findTransferSides,
  limitedTransferOf,
  type TransferBody,
  TransferBodySchema,
} from "./transfers/create-transfer.ts";
export { receiveDeposit, receiveDeposits } from "./transfers/receive-deposit.ts";
export { recordDebit } from "./transfers/record-debit.ts";
export { returnDeposit } from "./transfers/return-deposit.ts";
export { returnTransfer } from "./transfers/return-transfer.ts";
export type { SettledTransaction } from "./transfers/settled-transactions.queries.ts";
export { recordSettledTransactions } from "./transfers/settled-transactions.ts";
export { transferRoutes } from "./transfers/transfers.routes.ts";
export { validationRoutes } from "./validation/validation.routes.ts";
