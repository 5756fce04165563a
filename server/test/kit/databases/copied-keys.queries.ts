import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

/** A stored key, with what it is wrapped for. */
export interface KeysCopy {
  readonly organization_id: string | null;
  readonly context: string;
  readonly wrapped_key: Buffer;
}

export const copyOfKeys = (db: Queryable) =>
  db.many<KeysCopy>(sql`
  select null::uuid as organization_id, 'service/' || name as context, wrapped_key from service_keys
  union all
  (select organization_id, 'organization/' || organization_id || '/' || key_version, wrapped_key
     from organization_keys order by organization_id, key_version)`);

/** What SQL alone shows of recipients' bank details. */
export const sealedRoutings = (db: Queryable) =>
  db.many<{ name: string; sealed: Buffer | null }>(sql`select name, account_number as sealed from recipient_routings`);
