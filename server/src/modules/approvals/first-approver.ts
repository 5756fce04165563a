import type { OrganizationId } from "../../kernel/ids.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import type { Person } from "../people/index.ts";
import type { RequestRow } from "./approval-request.ts";
import { refusalOnTerms } from "./may-decide.ts";
import { casesOf } from "./standing.ts";

/** The first user, in order of creation, whose approval the request could take now. A hint: the decision looks again. */
export async function firstWhoMayApprove(
  db: Queryable,
  organizationId: OrganizationId,
  request: RequestRow,
): Promise<Person | undefined> {
  const [found] = await casesOf(db, organizationId, [request]);
  if (found === undefined) return undefined;
  return [...found.approvals.people.values()].find(
    (person) => refusalOnTerms(found, person.user_id, "approve") === undefined,
  );
}
