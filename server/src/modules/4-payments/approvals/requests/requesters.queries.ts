import type { Queryable } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { requests } from "../tables.ts";

/** Who made these requests. */
export const requestersById = (db: Queryable, organizationId: OrganizationId, ids: readonly string[]) =>
  db.many<{ request_id: string; userId: string | null; tokenId: string | null }>(sql`
  select q.request_id, q.requester_user_id as "userId", q.requester_token_id as "tokenId", ${requests.proofOrSkip("q")}
    from approval_requests q
   where q.organization_id = ${organizationId} and q.request_id = any (${uuidArray(ids)}::uuid[])`);
