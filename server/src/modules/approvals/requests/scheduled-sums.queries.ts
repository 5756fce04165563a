import type { Queryable } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "../../../kernel/values/ids.ts";

/** What is approved and leaves each account before an instant, from the index of scheduled requests. Cents, positive. */
export const scheduledBefore = (db: Queryable, organizationId: OrganizationId, before: Date) =>
  db.many<{ account_id: AccountId; scheduled_minor: bigint }>(sql`
  select account_id, sum(amount_minor)::bigint as scheduled_minor from approval_requests
   where organization_id = ${organizationId} and status = 'approvedScheduled' and due_at < ${before}
   group by account_id`);
