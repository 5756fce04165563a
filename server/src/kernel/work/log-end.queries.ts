import type { Queryable } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";

/** Up to where the server has written to its log; null on a standby, and in a Citus cluster, whose workers have logs of their own. */
export const findLogEnd = (db: Queryable) =>
  db.one<{ log_end: string | null }>(sql`
  select case when not pg_is_in_recovery() and not exists (select from pg_extension where extname = 'citus')
              then pg_current_wal_insert_lsn()::text end as log_end`);
