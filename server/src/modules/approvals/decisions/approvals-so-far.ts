import { assert } from "../../../kernel/assert.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import { holdPeople, listPeople, mayApprovePayments, type Person } from "../../people/index.ts";
import type { RequestRow, ReviewRow } from "../requests/approval-request.ts";
import { reviewsOf } from "../requests/approval-requests.queries.ts";
import type { Terms } from "../requests/approved-terms.ts";
import type { Approver } from "../rules/approval-rule.ts";
import { type ApproverLimits, exceededLimit, type LimitExceeded, readLimits } from "../rules/approver-limits.ts";
import { lockLimits } from "./approved-amounts.queries.ts";

/** Why a person may not take part in deciding about a request; undefined when they may. */
export type Bar = "mayNotDecide" | "ownRequest" | "recipientEditor" | "approverLimitExceeded";

/** Rights that do not depend on the step: the same for whoever approves now and for whoever did before. */
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
  if (terms.editors.has(person.user_id) && !isOnlyApprover(person, approvers)) return "recipientEditor";
  return exceeded === undefined ? undefined : "approverLimitExceeded";
}

/** With nobody else who could approve, a separation of duties would stop every payment. */
const isOnlyApprover = ({ user_id: userId }: Person, approvers: Approvals["approvers"]): boolean =>
  approvers.has(userId) && approvers.size === 1;

/** Everyone who has the right to approve payments now. */
export const approversAmong = (people: readonly Person[]): ReadonlySet<UserId> =>
  new Set(people.filter(mayApprovePayments).map((person) => person.user_id));

export const approverOf = ({ user_id: userId, role }: Person): Approver => ({ userId, role });

/** What bears on who may approve: the people (held as they are), their limits, and the reviews that stand. */
export interface Approvals {
  readonly people: ReadonlyMap<UserId, Person>;
  readonly limits: ApproverLimits;
  readonly reviews: readonly ReviewRow[];
  /** Everyone in the organization with the right to approve payments, whoever takes part here. */
  readonly approvers: ReadonlySet<UserId>;
}

export async function readApprovals(
  tx: Tx,
  organizationId: OrganizationId,
  { request, now, also = [] }: { request: RequestRow; now: Date; also?: readonly UserId[] },
): Promise<Approvals> {
  const reviews = await reviewsOf(tx, organizationId, [request.request_id]);
  const userIds = [...new Set([...reviews.map((review) => review.reviewer_user_id), ...also])];
  const people = await holdPeople(tx, organizationId, userIds);
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
    approvers: approversAmong(await listPeople(tx, organizationId)),
  };
}

/** Who has approved on the present terms and still may, oldest approval first. Nobody else counts. */
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
