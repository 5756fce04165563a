import type { Queryable } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** Writes everything that only memory has to the files, and begins a new stretch of the log. */
export const checkpoint = (db: Queryable) => db.run(sql`checkpoint`);

export interface LogPosition {
  /** Where recovery would begin, and the file of the log that contains it. */
  readonly redo_lsn: string;
  readonly redo_file: string;
  /** The file of the log that is written now. */
  readonly current_file: string;
  /** Without complete pages in the log, files copied while they change could not be repaired. */
  readonly full_page_writes: boolean;
  /** Bytes of log since that point. */
  readonly log_bytes: bigint;
}

export const logPosition = (db: Queryable) =>
  db.one<LogPosition>(sql`
  select c.redo_lsn::text, c.redo_wal_file as redo_file, pg_walfile_name(pg_current_wal_lsn()) as current_file,
         current_setting('full_page_writes')::boolean as full_page_writes,
         (pg_current_wal_lsn() - c.redo_lsn)::bigint as log_bytes
    from pg_control_checkpoint() c`);

export const databaseVersion = async (db: Queryable): Promise<string> =>
  (await db.one<{ version: string }>(sql`select current_setting('server_version') as version`)).version;
