import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

export interface ServerSettings {
  readonly version: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly data_checksums: string;
  readonly archive_mode: string;
  readonly archive_timeout: string;
  readonly synchronous_standby_names: string;
  readonly in_recovery: boolean;
}

export const settingsOfServer = sql`
  select current_setting('server_version') as version, current_setting('fsync') as fsync,
         current_setting('full_page_writes') as full_page_writes,
         current_setting('synchronous_commit') as synchronous_commit, current_setting('data_checksums') as data_checksums,
         current_setting('archive_mode') as archive_mode, current_setting('archive_timeout') as archive_timeout,
         current_setting('synchronous_standby_names') as synchronous_standby_names,
         pg_is_in_recovery() as in_recovery`;

export const serverSettings = (db: Queryable) => db.one<ServerSettings>(settingsOfServer);

export interface ArchiverState {
  readonly last_archived_at: Date | null;
  readonly last_failed_at: Date | null;
  readonly failing: boolean;
}

export const archiverOfServer = sql`
  select last_archived_time as last_archived_at, last_failed_time as last_failed_at,
         coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
    from pg_stat_archiver`;

export const archiverState = (db: Queryable) => db.one<ArchiverState>(archiverOfServer);

/** Null: the role may not see the state of other sessions (it lacks pg_monitor). */
export interface StandbyState {
  readonly name: string | null;
  readonly state: string | null;
  readonly sync_state: string | null;
  readonly lag_seconds: number | null;
}

export const standbysOfServer = sql`
  select application_name as name, state, sync_state, extract(epoch from replay_lag)::float8 as lag_seconds
    from pg_stat_replication where state is null or state <> 'backup'`;

export const standbys = (db: Queryable) => db.many<StandbyState>(standbysOfServer);

/** The server hides from the serving role of which type the connections of other roles are, but not whose they are. */
export const connectionUse = (db: Queryable) =>
  db.one<{ used: bigint; own: bigint; usable: number }>(sql`
  select count(*) filter (where usesysid is not null
                            and coalesce(backend_type, 'client backend') = 'client backend') as used,
         count(*) filter (where application_name = 'bursar') as own,
         current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as usable
    from pg_stat_activity`);

/** Whether this connection is encrypted, and whether the server is this machine. */
export const ownConnection = (db: Queryable) =>
  db.one<{ encrypted: boolean | null; is_local: boolean }>(sql`
  select (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
         coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as is_local`);
