import type { Queryable } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";

/** The master keys that wrap stored keys, and when an operator last showed a copy of each. */
export const masterKeysInUse = (db: Queryable) =>
  db.many<{ master_key_id: string; confirmed_at: Date | null }>(sql`
  select k.master_key_id, b.confirmed_at
    from (select master_key_id from service_keys union
                select master_key_id from organization_keys where octet_length(wrapped_key) > 0) k
    left join master_key_backups b on b.master_key_id = k.master_key_id
   order by 1`);

export const confirmKeyBackup = (
  db: Queryable,
  { masterKeyId, at, by }: { readonly masterKeyId: string; readonly at: Date; readonly by: string },
) =>
  db.run(sql`
  insert into master_key_backups (master_key_id, confirmed_at, confirmed_by) values (${masterKeyId}, ${at}, ${by})
  on conflict (master_key_id) do update set confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by`);
