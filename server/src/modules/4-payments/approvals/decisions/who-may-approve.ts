import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Person } from "#records/people";
import type { RequestRow } from "../requests/approval-request.ts";
import { casesOf } from "./approval-progress.ts";
import { refusalOnTerms } from "./may-decide.ts";

/** The first user, in order of creation, who could approve the request now. A hint: the decision checks again. */
export const findFirstEligibleApprover = async (
  db: Queryable,
  organizationId: OrganizationId,
  asked: { request: RequestRow; now: Date },
): Promise<Person | undefined> => (await findEligibleApprovers(db, organizationId, asked))[0];

/** All users, in order of creation, who could approve the request now. */
export async function findEligibleApprovers(
  db: Queryable,
  organizationId: OrganizationId,
  { request, now }: { request: RequestRow; now: Date },
): Promise<readonly Person[]> {
  const [first] = await casesOf(db, organizationId, { requests: [request], now });
  const found = present(first, "one request is one case");
  return [...found.approvals.people.values()].filter(
    (person) => refusalOnTerms(found, person.user_id, "approve") === undefined,
  );
}
