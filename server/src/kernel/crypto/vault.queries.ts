import type { Queryable } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";
import { keyRevocations } from "../tables.ts";
import type { OrganizationId } from "../values/ids.ts";

export interface OrganizationKeyRow {
  readonly key_version: number;
  readonly master_key_id: string;
  readonly wrapped_key: Buffer;
}

export interface ServiceKeyRow {
  readonly name: string;
  readonly master_key_id: string;
  readonly wrapped_key: Buffer;
}

/** The stored keys of an organization, also while they are revoked, until they are destroyed. */
export const organizationKeys = (db: Queryable, organizationId: OrganizationId) =>
  db.many<OrganizationKeyRow>(sql`
  select key_version, master_key_id, wrapped_key
    from organization_keys
   where organization_id = ${organizationId} and octet_length(wrapped_key) > 0
   order by key_version`);

/** The keys of an organization, and whether they may be used. */
export const usableKeys = (db: Queryable, organizationId: OrganizationId) =>
  db.many<OrganizationKeyRow & { revoked: boolean }>(sql`
  select k.key_version, k.master_key_id, k.wrapped_key, coalesce(r.state <> 'restored', false) as revoked,
         ${keyRevocations.proof("r")}
    from organization_keys k
    left join organization_key_revocations r on r.organization_id = k.organization_id
   where k.organization_id = ${organizationId}
   order by k.key_version`);

export const insertOrganizationKey = (
  db: Queryable,
  organizationId: OrganizationId,
  key: OrganizationKeyRow,
  at: Date,
) =>
  db.run(sql`
  insert into organization_keys (organization_id, key_version, master_key_id, wrapped_key, created_at)
  values (${organizationId}, ${key.key_version}, ${key.master_key_id}, ${key.wrapped_key}, ${at})`);

export const rewrapOrganizationKey = (db: Queryable, organizationId: OrganizationId, key: OrganizationKeyRow) =>
  db.run(sql`
  update organization_keys
     set master_key_id = ${key.master_key_id}, wrapped_key = ${key.wrapped_key}
   where organization_id = ${organizationId} and key_version = ${key.key_version}`);

export const serviceKeys = (db: Queryable) =>
  db.many<ServiceKeyRow>(sql`select name, master_key_id, wrapped_key from service_keys`);

/** Keeps an existing key, so that two processes starting at once end up with the same one. */
export const insertServiceKeyIfMissing = (db: Queryable, key: ServiceKeyRow) =>
  db.run(sql`
  insert into service_keys (name, master_key_id, wrapped_key)
  values (${key.name}, ${key.master_key_id}, ${key.wrapped_key})
  on conflict (name) do nothing`);

export const rewrapServiceKey = (db: Queryable, key: ServiceKeyRow) =>
  db.run(sql`
  update service_keys set master_key_id = ${key.master_key_id}, wrapped_key = ${key.wrapped_key} where name = ${key.name}`);
