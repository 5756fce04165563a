import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";

/** What made each transaction: a request, a user, or a token. */
export const whatMade = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<{ transactionId: string; requestId: string | null; userId: string | null; tokenId: string | null }>(sql`
  select t.transaction_id as "transactionId", t.request_id as "requestId", t.created_by_user as "userId",
         t.created_by_token as "tokenId"
    from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id = any (${[...ids]}::uuid[])`);
