import { assert } from "#kernel/assert.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { findUsersWithPermission, lockUsersForShare, mayApprovePayments, type Person } from "#records/people";
import type { RequestRow, ReviewRow } from "../requests/approval-request.ts";
import { reviewsOf } from "../requests/approval-requests.queries.ts";
import type { Terms } from "../requests/approved-terms.ts";
import type { Approver } from "../rules/approval-rule.ts";
import { lockLimits } from "./approved-amounts.queries.ts";
import { type ApproverLimits, exceededLimit, type LimitExceeded, readLimits } from "./approver-limits.ts";

/** Why a user may not take part in a decision; undefined if they may. */
export type Bar = "mayNotDecide" | "ownRequest" | "recipientEditor" | "approverLimitExceeded";

/** Rights that do not depend on the step: the same for new and earlier approvals. */
export function barOf(
  person: Person | undefined,
  {
    request,
    terms,
    exceeded,
    approvers,
  }: {
    request: Pick<RequestRow, "requester_user_id">;
    terms: Pick<Terms, "rule" | "editors">;
    exceeded: LimitExceeded | undefined;
    approvers: Approvals["approvers"];
  },
): Bar | undefined {
  if (!mayApprovePayments(person)) return "mayNotDecide";
  if (request.requester_user_id === person.user_id && !terms.rule.allowSelfApproval) return "ownRequest";
  // The user who last changed the bank details must not release money to them (ADR 0022).
  if (terms.editors.has(person.user_id) && !isOnlyApprover(person, approvers)) return "recipientEditor";
  return exceeded === undefined ? undefined : "approverLimitExceeded";
}

/** If nobody else can approve, a separation of duties would block every payment. */
const isOnlyApprover = ({ user_id: userId }: Person, approvers: Approvals["approvers"]): boolean =>
  approvers.has(userId) && approvers.size === 1;

/** All users with the current right to approve payments. */
export const findApprovers = async (db: Queryable, organizationId: OrganizationId): Promise<ReadonlySet<UserId>> =>
  new Set(await findUsersWithPermission(db, organizationId, "approvePayments"));

/** A user as rules see them. */
export const approverOf = ({ user_id: userId, role }: Person): Approver => ({ userId, role });

/** What determines who may approve: the users (locked), their limits, and the valid reviews. */
export interface Approvals {
  readonly people: ReadonlyMap<UserId, Person>;
  readonly limits: ApproverLimits;
  readonly reviews: readonly ReviewRow[];
  /** All users with the right to approve payments, whether or not they take part here. */
  readonly approvers: ReadonlySet<UserId>;
}

/**
 * Reads the approvals of a locked request. The reviewers and the users in `also` are locked until the commit, so that
 * nobody loses a right while their approval is counted. Only the limits of `also` are locked: only these users approve
 * now.
 */
export async function readApprovals(
  tx: Tx,
  organizationId: OrganizationId,
  { request, now, also = [] }: { request: RequestRow; now: Date; also?: readonly UserId[] },
): Promise<Approvals> {
  const reviews = await reviewsOf(tx, organizationId, request.request_id);
  const userIds = [...new Set([...reviews.map((review) => review.reviewer_user_id), ...also])];
  const people = await lockUsersForShare(tx, organizationId, userIds);
  assertReviews(reviews, request);
  return {
    people: new Map(people.map((person) => [person.user_id, person])),
    limits: await readLimits(tx, organizationId, {
      userIds,
      reviews,
      now,
      hold: () => lockLimits(tx, organizationId, also),
    }),
    reviews,
    approvers: await findApprovers(tx, organizationId),
  };
}

/**
 * Who has approved the current terms and still may, oldest approval first. Nobody else counts: an approval is evaluated
 * again at every decision, so a user who has lost the right since does not count (law 16).
 */
export function countedApprovers(
  { people, limits, reviews, approvers }: Approvals,
  { request, terms }: { request: RequestRow; terms: Terms },
): readonly Approver[] {
  return reviews.flatMap((review) => {
    const { review_id: reviewId, reviewer_user_id: userId } = review;
    const person = people.get(userId);
    const exceeded = exceededLimit(limits, { request, terms }, { userId, reviewId });
    const counts =
      review.decision === "approved" &&
      review.terms.equals(terms.digest) &&
      barOf(person, { request, terms, exceeded, approvers }) === undefined;
    return counts && person !== undefined ? [approverOf(person)] : [];
  });
}

function assertReviews(reviews: readonly ReviewRow[], request: RequestRow): void {
  const reviewers = new Set(reviews.map((review) => review.reviewer_user_id));
  assert(reviewers.size === reviews.length, "a person has at most one review of a request that stands");
  for (const { request_id: id } of reviews)
    assert(id === request.request_id, "only reviews of the request are counted");
}
