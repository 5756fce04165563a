import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";

/** A recipient that has, or had, the same account number as a version of bank details. */
export interface AccountSharer {
  readonly routing_id: RoutingId;
  readonly recipient_id: RecipientId;
  /** Its first version with that number. */
  readonly since: RoutingId;
}

/** Found by fingerprint, for any method; checks have no account number and share nothing. */
export const findAccountSharers = (db: Queryable, organizationId: OrganizationId, routingIds: readonly RoutingId[]) =>
  db.many<AccountSharer>(sql`
  select distinct on (own.routing_id, other.recipient_id) own.routing_id, other.recipient_id, other.routing_id as since
    from recipient_routings own
    join recipient_routings other
      on other.organization_id = own.organization_id and other.account_fingerprint = own.account_fingerprint
   where own.organization_id = ${organizationId} and own.routing_id = any (${[...routingIds]}::uuid[])
   order by own.routing_id, other.recipient_id, other.routing_id`);
