import type { Queryable } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";

/**
 * Which transactions the server shows: another text after every commit that others see, from that moment on. Null on a
 * standby, and in a Citus cluster, whose workers have transactions of their own.
 */
export const findShownTransactions = (db: Queryable) =>
  db.one<{ shown: string | null }>(sql`
  select case when not pg_is_in_recovery() and not exists (select from pg_extension where extname = 'citus')
              then pg_current_snapshot()::text end as shown`);
