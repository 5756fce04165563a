import type { OrganizationId } from "../../kernel/ids.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { listPeople, type Person } from "../people/index.ts";
import type { RequestRow } from "./approval-request.ts";
import { reviewsOf } from "./approval-requests.queries.ts";
import { mayApproveStep, progressOf } from "./approval-rule.ts";
import { approverOf, barOf, countedApprovers, limitMap } from "./approvals-so-far.ts";
import { presentTerms } from "./terms.ts";

/** The first user, in order of creation, whose approval the request could take now. A hint: the decision looks again. */
export async function firstWhoMayApprove(
  db: Queryable,
  organizationId: OrganizationId,
  request: RequestRow,
): Promise<Person | undefined> {
  const terms = await presentTerms(db, organizationId, request);
  const people = await listPeople(db, organizationId);
  const reviews = await reviewsOf(db, organizationId, [request.request_id]);
  const userIds = people.map((person) => person.user_id);
  const limits = await limitMap(db, organizationId, { accountId: request.account_id, userIds });
  const approvals = { people: new Map(people.map((person) => [person.user_id, person])), limits, reviews };
  const { open } = progressOf(terms.rule.steps, countedApprovers(approvals, { request, terms }));
  return people.find(
    (person) =>
      barOf(person, { request, terms, limitMinor: limits.get(person.user_id) }) === undefined &&
      reviews.every((review) => review.reviewer_user_id !== person.user_id) &&
      (open === undefined || mayApproveStep(open, approverOf(person))),
  );
}
