import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

/** The advisory lock of the one backup that may run. */
const BACKUP_LOCK = 7_202_620;

/** Whether this session holds it now; it is given back at the session's end. */
export const lockBackups = async (db: Queryable): Promise<boolean> =>
  (await db.one<{ locked: boolean }>(sql`select pg_try_advisory_lock(${BACKUP_LOCK}::bigint) as locked`)).locked;

/** Keeps the log from here on until the session ends. */
export const keepLog = (db: Queryable, name: string) =>
  db.run(sql`select pg_create_physical_replication_slot(${name}, true, true)`);

/** A checkpoint from which recovery will begin, and the segment of the log that contains it. */
export const beginBackup = (db: Queryable) =>
  db.one<{ segment: string }>(sql`select pg_walfile_name(pg_backup_start('bursar backup', true)) as segment`);

export interface EndOfBackup {
  /** The last segment of the log that recovery needs: the log continues in the next one. */
  readonly segment: string;
  /** What recovery reads first. */
  readonly label: string;
}

/** The moment of the backup: recovery replays the log up to here. In the session that began it. */
export const endBackup = (db: Queryable) =>
  db.one<EndOfBackup>(sql`
    select pg_walfile_name(s.lsn) as segment, s.labelfile as label from pg_backup_stop(false) s`);

export const databaseVersion = async (db: Queryable): Promise<string> =>
  (await db.one<{ version: string }>(sql`select current_setting('server_version') as version`)).version;
