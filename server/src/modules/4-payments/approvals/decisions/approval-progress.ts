import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { shareOrganization } from "#records/identity";
import { listPeople, type Person } from "#records/people";
import { approverOf, barOf, countedApprovers, findApprovers } from "../approvers/approvals-so-far.ts";
import { exceededLimit, shownLimits } from "../approvers/approver-limits.ts";
import { isQuestionAction, questionActions, refusalToQuestion } from "../questions/question-rules.ts";
import type { RequestRow } from "../requests/approval-request.ts";
import { lockRequest, shownReviewsOf } from "../requests/approval-requests.queries.ts";
import { presentTerms, presentTermsOf } from "../requests/approved-terms.ts";
import { noticeTerms } from "../requests/notice-terms.ts";
import { type RequestTrigger, requestStates } from "../requests/request-states.ts";
import { mayApproveStep, progressOf } from "../rules/approval-rule.ts";
import { type Case, refusalOnTerms, refusalToDecide, refusalToWithdraw } from "./may-decide.ts";

/**
 * What users see of a request before they decide: who has approved, who still may, and what they may do. The answers
 * come from the functions that decide (may-decide.ts), so that the dashboard and the service agree (ADR 0015).
 */

/**
 * The current state of requests, in their order. Read without locks, so only a hint: a decision checks everything
 * again.
 */
export async function casesOf(
  db: Queryable,
  organizationId: OrganizationId,
  { requests, now }: { requests: readonly RequestRow[]; now: Date },
): Promise<readonly Case[]> {
  if (requests.length === 0) return [];
  const terms = await presentTermsOf(db, organizationId, requests);
  // All users, not only reviewers: the answer also says who else could approve.
  const everybody = await listPeople(db, organizationId);
  const people = new Map(everybody.map((person) => [person.user_id, person]));
  const userIds = everybody.map((person) => person.user_id);
  const approvers = await findApprovers(db, organizationId);
  const reviews = await shownReviewsOf(
    db,
    organizationId,
    requests.map((request) => request.request_id),
  );
  const limits = await shownLimits(db, organizationId, { userIds, reviews, now });
  const asked = new Set(requests.map((request) => request.request_id));
  for (const { request_id: id } of reviews) assert(asked.has(id), "only reviews of the given requests are read");
  return requests.map((request, index) => ({
    request,
    terms: present(terms[index], "each request has terms"),
    approvals: {
      people,
      limits,
      reviews: reviews.filter((review) => review.request_id === request.request_id),
      approvers,
    },
  }));
}

/** What a user can do with a request: decide, which is a trigger of the state table, or ask about it. */
const decisionActions = ["approve", "reject", "withdraw"] as const satisfies readonly RequestTrigger[];
export const requestActions = [...decisionActions, ...questionActions] as const;
export type RequestAction = (typeof requestActions)[number];

/** Why the user may not do it now; undefined if they may. */
export function refusalTo(action: RequestAction, found: Case, userId: UserId): Refusal | undefined {
  if (action === "withdraw") return refusalToWithdraw(found, userId);
  if (isQuestionAction(action)) return refusalToQuestion(action, found.request, found.approvals.people.get(userId));
  return refusalToDecide(found, userId, action) ?? refusalOnTerms(found, userId, action);
}

/** The buttons that the dashboard shows to this user. */
export const allowedActionsOf = (found: Case, userId: UserId): readonly RequestAction[] =>
  requestActions.filter((action) => refusalTo(action, found, userId) === undefined);

/** A step of the rule, with its approvals so far. */
export interface StandingStep {
  /** The number of approvals it requires. */
  readonly approvals: number;
  readonly approvedBy: readonly Person[];
  /** Who may give the missing approvals once the step is next. */
  readonly mayApprove: readonly Person[];
  readonly isOpen: boolean;
}

/** The steps of the applicable rule of an open request, who has approved, and who still may. */
export function stepsOf({ request, terms, approvals }: Case): readonly StandingStep[] {
  const { people, limits, reviews, approvers } = approvals;
  const { steps } = terms.rule;
  const { approvedBy, open } = progressOf(steps, countedApprovers(approvals, { request, terms }));
  // Each user approves once: those with a valid review are no longer candidates for any step.
  const candidates = [...people.values()].filter(
    (person) =>
      reviews.every((review) => review.reviewer_user_id !== person.user_id) &&
      barOf(person, {
        request,
        terms,
        exceeded: exceededLimit(limits, { request, terms }, { userId: person.user_id }),
        approvers,
      }) === undefined,
  );
  return steps.map((step, index) => {
    const given = present(approvedBy[index], "each step has its approvals");
    assert(given.length <= step.approvals, "no step counts more approvals than it asks for");
    const isComplete = given.length >= step.approvals;
    return {
      approvals: step.approvals,
      approvedBy: given.map(({ userId }) => present(people.get(userId), "who approved is a user")),
      mayApprove: isComplete ? [] : candidates.filter((person) => mayApproveStep(step, approverOf(person))),
      isOpen: step === open,
    };
  });
}

/** Whether the users who may still approve are enough. */
export function canBeApproved(found: Case): boolean {
  const { request, terms, approvals } = found;
  const others = new Map(stepsOf(found).flatMap((step) => step.mayApprove.map((person) => [person.user_id, person])));
  const all = [...countedApprovers(approvals, { request, terms }), ...[...others.values()].map(approverOf)];
  return progressOf(terms.rule.steps, all).isComplete;
}

const waitsForApproval = ({ status }: RequestRow): boolean => requestStates.next(status, "approve") !== undefined;

/**
 * A request as shown to a user for a decision. If its rule or the bank details have changed since its version was
 * written, it gets a new version first, so that the shown content matches the version that a decision names.
 */
export async function refreshedRequest(
  service: Service,
  organizationId: OrganizationId,
  request: RequestRow,
): Promise<RequestRow> {
  if (!waitsForApproval(request)) return request;
  // Without a lock first: usually nothing has changed, and reading a request should not wait for a decision.
  const terms = await presentTerms(service.database, organizationId, request);
  if (terms.digest.equals(request.terms)) return request;
  return service.database.transaction(async (tx) => {
    // The request before the organization, as in a decision: the other order could deadlock.
    const locked = (await lockRequest(tx, organizationId, request.request_id)) ?? request;
    await shareOrganization(tx, organizationId);
    // Decided in between: a decided request keeps the terms it was decided on.
    if (!waitsForApproval(locked)) return locked;
    return (await noticeTerms(service, tx, { organizationId, request: locked })).request;
  });
}
