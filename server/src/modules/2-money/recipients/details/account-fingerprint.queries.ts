import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, RecipientId, RoutingId } from "#kernel/values/ids.ts";

export const organizationsWithOldFingerprints = (db: Queryable) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select o.organization_id from organization_ids o
   where (select true from recipient_routings r
           where r.organization_id = o.organization_id and r.fingerprint_form = 0 and r.account_fingerprint is not null limit 1)`);

export const lockOldFingerprints = (tx: Tx, organizationId: OrganizationId, limit: number) =>
  tx.many<{ routing_id: RoutingId; account_number: Buffer | null }>(sql`
  select routing_id, account_number from recipient_routings
   where organization_id = ${organizationId} and fingerprint_form = 0 and account_fingerprint is not null
   order by routing_id limit ${limit} for no key update`);

/** Without a fingerprint, the row keeps its own. */
export const storeFingerprint = (
  tx: Tx,
  organizationId: OrganizationId,
  of: { readonly routingId: RoutingId; readonly fingerprint: Buffer | undefined; readonly form: number },
) =>
  tx.run(sql`
  update recipient_routings
     set account_fingerprint = coalesce(${of.fingerprint ?? null}, account_fingerprint), fingerprint_form = ${of.form}
   where organization_id = ${organizationId} and routing_id = ${of.routingId}`);

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
