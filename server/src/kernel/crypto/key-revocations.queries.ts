import type { Queryable, Tx } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";
import { keyRevocations } from "../tables.ts";
import type { OrganizationId } from "../values/ids.ts";
import type { KeyState } from "./key-states.ts";

export interface RevocationRow {
  readonly state: KeyState;
  readonly revoked_at: Date;
  readonly revoked_by: string;
  readonly destroys_at: Date | null;
  readonly destroyed_at: Date | null;
}

export const lockRevocation = (tx: Tx, organizationId: OrganizationId) =>
  tx.maybe<RevocationRow>(sql`
  select r.state, r.revoked_at, r.revoked_by, r.destroys_at, r.destroyed_at, ${keyRevocations.proof("r")}
    from organization_key_revocations r
   where r.organization_id = ${organizationId} for update`);

/** The revocation of an organization, unless its keys are in use again. A row that is not proven is reported, and left out. */
export const findRevocation = (db: Queryable, organizationId: OrganizationId) =>
  db.maybe<RevocationRow>(sql`
  select r.state, r.revoked_at, r.revoked_by, r.destroys_at, r.destroyed_at, ${keyRevocations.proofOrSkip("r")}
    from organization_key_revocations r
   where r.organization_id = ${organizationId} and r.state <> 'restored'`);

interface NewRevocation {
  readonly revokedAt: Date;
  readonly revokedBy: string;
  readonly destroysAt: Date | null;
}

export const insertRevocation = (
  tx: Tx,
  organizationId: OrganizationId,
  { revokedAt, revokedBy, destroysAt }: NewRevocation,
) =>
  tx.run(sql`
  insert into organization_key_revocations (organization_id, state, revoked_at, revoked_by, destroys_at)
  values (${organizationId}, 'revoked', ${revokedAt}, ${revokedBy}, ${destroysAt})
  returning ${keyRevocations.inserted()}`);

/** The transaction has locked the row. */
export const moveRevocation = (
  tx: Tx,
  organizationId: OrganizationId,
  {
    state,
    revokedAt,
    revokedBy,
    destroysAt,
    restoredAt,
    destroyedAt,
  }: NewRevocation & {
    readonly state: KeyState;
    readonly restoredAt: Date | null;
    readonly destroyedAt: Date | null;
  },
) =>
  tx.run(sql`
  update organization_key_revocations
     set state = ${state}, revoked_at = ${revokedAt}, revoked_by = ${revokedBy}, destroys_at = ${destroysAt},
         restored_at = ${restoredAt}, destroyed_at = ${destroyedAt}
   where organization_id = ${organizationId}
  returning ${keyRevocations.changed()}`);

/** Overwrites the wrapped keys. The versions remain, because values name them. */
export const destroyStoredKeys = (tx: Tx, organizationId: OrganizationId) =>
  tx.run(sql`
  update organization_keys set wrapped_key = '', master_key_id = 'destroyed' where organization_id = ${organizationId}`);

/** Across organizations: whose keys are to be destroyed. A row that is not proven is not among them. */
export const dueRevocations = (db: Queryable, now: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select r.organization_id, ${keyRevocations.proofOrSkip("r")}
    from organization_key_revocations r
   where r.state = 'revoked' and r.destroys_at <= ${now}
   order by r.destroys_at limit 100`);

/** Across organizations: every revocation there was, also those that were restored. */
export const revocations = (db: Queryable) =>
  db.many<RevocationRow & { organization_id: OrganizationId }>(sql`
  select r.organization_id, r.state, r.revoked_at, r.revoked_by, r.destroys_at, r.destroyed_at
    from organization_key_revocations r
   order by r.organization_id`);

/** Across organizations: how many have keys that are revoked, or destroyed. */
export const countRevocations = (db: Queryable) =>
  db.one<{ revoked: bigint; destroyed: bigint }>(sql`
  select count(*) filter (where state = 'revoked') as revoked, count(*) filter (where state = 'destroyed') as destroyed
    from organization_key_revocations`);
