import type { Queryable } from "#kernel/sql/database.ts";
import { eachOf, sql } from "#kernel/sql/sql.ts";
import { firstIdAt, type OrganizationId, type TokenId } from "#kernel/values/ids.ts";

/** What tokens have sent directly since then. Transactions are neither changed nor deleted. */
export const sentSince = (
  db: Queryable,
  organizationId: OrganizationId,
  { tokenIds, since }: { readonly tokenIds: readonly TokenId[]; readonly since: Date },
) =>
  db.many<{ token_id: TokenId; sent_minor: bigint }>(sql`
  select created_by_token as token_id, -sum(amount_minor)::bigint as sent_minor from transactions
   where organization_id = ${organizationId} and transaction_id >= ${firstIdAt(since)}
     and created_by_token = any (${eachOf(tokenIds)}) and kind = 'outgoingPayment'
   group by created_by_token`);
