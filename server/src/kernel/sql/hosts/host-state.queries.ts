import { type Sql, sql } from "../sql.ts";

/** What a server says of itself. */
export interface HostState {
  readonly in_recovery: boolean;
  readonly read_only: boolean;
  /** Grows with every promotion; null on a standby. */
  readonly timeline: number | null;
  /** Backends of this role whose commit waits for a synchronous standby. */
  readonly waiting: readonly number[];
}

/** A write-ahead log file's name starts with its timeline, in hexadecimal. */
export const hostState: Sql = sql`
  select pg_is_in_recovery() as in_recovery,
         current_setting('default_transaction_read_only') = 'on' as read_only,
         case when not pg_is_in_recovery()
              then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
         array(select pid from pg_stat_activity where usename = current_user and wait_event = 'SyncRep') as waiting`;
