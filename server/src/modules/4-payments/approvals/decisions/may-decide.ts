import type { Refusal } from "#kernel/refusal.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { mayApprovePayments } from "#records/people";
import { refuseApproval } from "../approvals-refusals.ts";
import { type Approvals, approverOf, barOf, countedApprovers } from "../approvers/approvals-so-far.ts";
import { exceededLimit } from "../approvers/approver-limits.ts";
import { isSentBack } from "../questions/question-rules.ts";
import type { RequestRow } from "../requests/approval-request.ts";
import type { Terms } from "../requests/approved-terms.ts";
import { publicStatusOf, requestStates } from "../requests/request-states.ts";
import { mayApproveStep, progressOf } from "../rules/approval-rule.ts";

/**
 * Who may decide about a request, as pure functions of what was read. The decision uses them under its locks; the
 * dashboard uses them without locks, to show what is allowed. Each returns a refusal, or undefined if the user may.
 */

/** A request with everything that determines who may decide about it. */
export interface Case {
  readonly request: RequestRow;
  readonly terms: Terms;
  readonly approvals: Approvals;
}

/** The decisions, by their triggers. */
export type DecisionVerb = "approve" | "reject" | "withdraw";

/** Why the status of the request does not allow the decision; undefined if it does. */
export const refusalByStatus = ({ status }: RequestRow, verb: DecisionVerb): Refusal | undefined =>
  requestStates.next(status, verb) === undefined
    ? refuseApproval(requestStates.moves[verb].refusal, { details: { status: publicStatusOf(status) } })
    : undefined;

/** Why nobody, or not this user regardless of the rule, may decide; undefined if they may take part. */
export function refusalToDecide(
  { request, approvals }: Omit<Case, "terms">,
  userId: UserId,
  decision: "approve" | "reject",
): Refusal | undefined {
  if (!mayApprovePayments(approvals.people.get(userId))) return refuseApproval("mayNotDecide");
  const byStatus = refusalByStatus(request, decision);
  // A rejection settles the question; an approval would hide that nobody has answered it.
  return byStatus ?? (decision === "approve" && isSentBack(request) ? refuseApproval("requestSentBack") : undefined);
}

/** Why the user may not approve or reject on these terms; undefined if they may. */
export function refusalOnTerms(
  { request, terms, approvals }: Case,
  userId: UserId,
  decision: "approve" | "reject",
): Refusal | undefined {
  // Each user counts once, with an approval or a rejection.
  if (approvals.reviews.some((review) => review.reviewer_user_id === userId)) return refuseApproval("alreadyReviewed");
  const person = approvals.people.get(userId);
  // A user who may not approve because of a limit, a step, or an edit may still reject: that moves no money.
  const exceeded = decision === "approve" ? exceededLimit(approvals.limits, { request, terms }, { userId }) : undefined;
  const { approvers } = approvals;
  const decidedOn = decision === "approve" ? terms : { ...terms, editors: new Set<UserId>() };
  const bar = barOf(person, { request, terms: decidedOn, exceeded, approvers });
  if (bar !== undefined || person === undefined)
    return refuseApproval(bar ?? "mayNotDecide", { details: bar === "approverLimitExceeded" ? { ...exceeded } : {} });
  if (decision === "reject") return undefined;
  // Requested before tokens without a creator were refused.
  if (request.requester_user_id === null) return refuseApproval("requesterUnknown");
  // Steps are in sequence: only the open one can be approved.
  const { open } = progressOf(terms.rule.steps, countedApprovers(approvals, { request, terms }));
  return open === undefined || mayApproveStep(open, approverOf(person))
    ? undefined
    : refuseApproval("notAmongApprovers", { details: { rule: terms.rule.name } });
}

/** Why the user may not withdraw the request; undefined if they may. */
export function refusalToWithdraw({ request, approvals }: Omit<Case, "terms">, userId: UserId): Refusal | undefined {
  const person = approvals.people.get(userId);
  const isOwn = person !== undefined && request.requester_user_id === person.user_id;
  if (person === undefined || person.locked_at !== null || (!isOwn && person.role !== "administrator"))
    return refuseApproval("mayNotWithdraw");
  return refusalByStatus(request, "withdraw");
}
