import type { OrganizationId, TokenId } from "../../kernel/ids.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** What a token asked to pay since the first id of a day, requests that were turned down or withdrawn apart. */
export const askedByToken = (
  db: Queryable,
  organizationId: OrganizationId,
  { tokenId, firstIdOfDay }: { tokenId: TokenId; firstIdOfDay: string },
) =>
  db.one<{ asked: bigint }>(sql`
  select coalesce(sum(amount_minor), 0)::bigint as asked from approval_requests
   where organization_id = ${organizationId} and request_id >= ${firstIdOfDay}::uuid and kind = 'payment'
     and requester_token_id = ${tokenId} and status not in ('rejected', 'cancelled')`);
