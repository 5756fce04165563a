/**
 * The approval path: requests for payments and transfers that users decide, the rules that say who and how many, and
 * scheduled payments.
 *
 * Guarantees: no money moves before enough different users, who may do so at that moment, have approved its exact
 * terms; then it moves once, in the transaction of the last approval; a token never decides. A decision about a batch
 * is a decision about each request that the user has seen in it, and about no other.
 *
 * Folders, from the bottom: rules, requests, approvers, questions, decisions, risk, batches, requesting, preview.
 */
import type { Service } from "#kernel/process/service.ts";
import type { AnyChangeKind } from "#records/controls";
import { limitKind } from "./rules/limit-changes.ts";
import { ruleKind } from "./rules/rule-changes.ts";

export { lockForQuestion, returnToApprovers, sendBack } from "./questions/change-question.ts";
export { isSentBack } from "./questions/question-rules.ts";
export { type SentBackRow, sentBackRequests } from "./questions/questions.queries.ts";
export { type ChargeType, chargeTypes, type RequestRow } from "./requests/approval-request.ts";
export {
  countOpen as countOpenRequests,
  everyReviewOf,
  findRequest,
  findRequests,
  getRequest,
  requestsInOrder,
  type SortedRequest,
} from "./requests/approval-requests.queries.ts";
export { factsOfRequest } from "./requests/facts-of-request.ts";
export { findRequestersOf } from "./requests/find-requesters.ts";
export { isRecipientInUse } from "./requests/recipient-in-use.ts";
export {
  openStatuses as openRequestStatuses,
  publicStatusOf as publicRequestStatusOf,
  requestStates,
  requestStatuses,
} from "./requests/request-states.ts";
export {
  openRequestsDueUntil,
  type ScheduledRow,
  scheduledBefore,
  scheduledUntil,
} from "./requests/scheduled-requests.queries.ts";

/** The kinds of changes to rules and limits that need two people. */
export const approvalChangeKinds = (service: Service): readonly AnyChangeKind[] => [
  ruleKind(service),
  limitKind(service),
];

export { approvalRefusals, refusalsToApprove, refuseApproval } from "./approvals-refusals.ts";
export {
  approvalStandingOf,
  firstApprovers,
  type LikePayment,
  ruleLike,
  rulesLike,
} from "./approvers/like-a-payment.ts";
export { batchRefusals } from "./batch-refusals.ts";
export type { BatchRow } from "./batches/batch.ts";
export { batchDecisionRoutes } from "./batches/batch-decisions.routes.ts";
export { batchDecisionStates, batchItemStates, batchStates } from "./batches/batch-states.ts";
export { findApprovalBatches } from "./batches/batches.queries.ts";
export { batchRoutes } from "./batches/batches.routes.ts";
export { submitBatch } from "./batches/change-batch.ts";
export { openBatch } from "./batches/create-batch.ts";
export { runBatchDecisions } from "./batches/run-batch-decisions.ts";
export {
  allowedActionsOf,
  canBeApproved,
  casesOf,
  refreshedRequest,
  refusalTo,
  requestActions,
  stepsOf,
} from "./decisions/approval-progress.ts";
export { decideRequest } from "./decisions/decide-request.ts";
export { decisionRoutes, moneyRefusals } from "./decisions/decisions.routes.ts";
export type { Case as RequestCase } from "./decisions/may-decide.ts";
export { lockRehearsed, reopenRehearsed } from "./decisions/reopen-rehearsed.ts";
export { nextScheduledPaymentAt, runScheduledPayments, scheduledMetrics } from "./decisions/scheduled-payments.ts";
export { needsStepUp } from "./decisions/step-up.ts";
export { findFirstEligibleApprover } from "./decisions/who-may-approve.ts";
export { directSendRules } from "./preview/direct-send.ts";
export { outlookOfRequest } from "./preview/preview-warnings.ts";
export { paymentRequestRoutes } from "./requesting/payment-requests.routes.ts";
export { refuseUnlessRequestable, requestPaymentWithin } from "./requesting/request-payment.ts";
export { requesterOf, requestTurns, requireRequester } from "./requesting/store-request.ts";
export { transferRequestRoutes } from "./requesting/transfer-requests.routes.ts";
export type { BatchId } from "./requests/approval-request.ts";
export { feeOf as wireFeeOf } from "./requests/approved-terms.ts";
export { listRequests, type RequestList, requestsToSort } from "./requests/list-requests.ts";
export { PreviewSchema } from "./requests/preview-schema.ts";
export { renderRequest } from "./requests/render-request.ts";
export {
  type PaymentRequestBody,
  PaymentRequestBodySchema,
  PaymentRequestSchema,
  RequestStatusFilter,
  TransferRequestSchema,
} from "./requests/request-schemas.ts";
export { searchRequests } from "./requests/search-requests.queries.ts";
export { wereDetailsChanged } from "./risk/changed-details.ts";
export { findSimilar, findSimilarWithin, type SimilarPayment } from "./risk/find-similar.ts";
export { FlagSchema, type Replaced } from "./risk/flag-schema.ts";
export { flagsIn, type Risks, readRisks } from "./risk/read-risks.ts";
export { approvalsRequired } from "./rules/approval-rule.ts";
export { activeRules } from "./rules/approval-rules.queries.ts";
export { ruleInWords } from "./rules/describe-rule.ts";
export { namesInRules } from "./rules/rule-names.ts";
export { ruleRoutes } from "./rules/rules.routes.ts";
