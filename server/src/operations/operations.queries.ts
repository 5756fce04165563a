import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

/** Whether the server accepts writes: a standby and a primary that was demoted do not. */
export const acceptsWrites = async (db: Queryable): Promise<boolean> =>
  (
    await db.one<{ accepts: boolean }>(
      sql`select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as accepts`,
    )
  ).accepts;
