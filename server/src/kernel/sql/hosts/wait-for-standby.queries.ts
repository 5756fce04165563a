import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/**
 * Waits until the synchronous standby has everything that was committed before, by committing a message to the log that
 * nothing reads; without a synchronous standby, it does nothing. For an answer that acknowledges an earlier commit: that
 * commit may be visible although no standby has it, after a crash of the primary or if its wait was canceled.
 */
export async function waitForStandby(db: Database): Promise<void> {
  await db.run(sql`
    select case when current_setting('synchronous_standby_names') <> ''
                then pg_logical_emit_message(true, 'bursar', '') end`);
}
