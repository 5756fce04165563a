/**
 * The approval path: requests for payments and transfers that people decide, the rules that say who and how many, and paying
 * on a later day. Owns approval_requests, approval_reviews, approval_rules and approver_limits; declares the view
 * open_requests_to_recipients for modules/recipients, and reads outgoing_payments.
 *
 * Promises: no money moves before enough different people, who at that moment may, have approved the very terms it moves on;
 * then it moves once, in the transaction of the last approval; a token never decides.
 */
import type { Service } from "../../kernel/service.ts";
import type { AnyChangeKind } from "../control-changes/index.ts";
import { limitKind } from "./limit-changes.ts";
import { ruleKind } from "./rule-changes.ts";

export type { PaymentRequestRow, RequestRow, RequestStatus, ReviewRow } from "./approval-request.ts";
export { publicStatusOf as publicRequestStatusOf, requestStatuses } from "./approval-request.ts";
export { countOpen as countOpenRequests, everyReviewOf, findRequest, getRequest } from "./approval-requests.queries.ts";
/** The kinds of changes to rules and limits that take two people. */
export const approvalChangeKinds = (service: Service): readonly AnyChangeKind[] => [
  ruleKind(service),
  limitKind(service),
];

export type { ApprovalRule, RuleConditions, RuleId, RuleStep, StepApprovers } from "./approval-rule.ts";
export { approvalRefusals } from "./approvals-refusals.ts";
export { decideRequest, type RequestDecision } from "./decide-request.ts";
export { decisionRoutes } from "./decisions.routes.ts";
export { directSendRules } from "./direct-send.ts";
export { listRequests, type RequestList } from "./list-requests.ts";
export { type LimitToSet, type RuleToSave, saveApprovalRule, setApproverLimit } from "./manage-rules.ts";
export type { Case as RequestCase } from "./may-decide.ts";
export { type Outlook, outlookOf } from "./outlook.ts";
export { paymentRequestRoutes } from "./payment-requests.routes.ts";
export { type NearbyPayment, paymentsNearby } from "./preview.queries.ts";
export { PreviewSchema } from "./preview-schema.ts";
export { renderRequest } from "./render-request.ts";
export { PaymentRequestSchema, TransferRequestSchema } from "./request-schemas.ts";
export { ruleInWords } from "./rule-in-words.ts";
export { namesInRules } from "./rule-names.ts";
export { ruleRoutes } from "./rules.routes.ts";
export { nextScheduledPaymentAt, runScheduledPayments } from "./scheduled-payments.ts";
export {
  allowedActionsOf,
  canBeApproved,
  casesOf,
  noticedRequest,
  type RequestAction,
  refusalTo,
  requestActions,
  stepsOf,
} from "./standing.ts";
export { asksForStepUp } from "./step-up.ts";
export { transferRequestRoutes } from "./transfer-requests.routes.ts";
export { firstWhoMayApprove } from "./who-may-approve.ts";
