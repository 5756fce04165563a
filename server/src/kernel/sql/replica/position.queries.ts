import { type Sql, sql } from "../sql.ts";

/** Everything that was committed before has a lower position in the primary's log. */
export interface PrimaryPosition {
  readonly position: string;
  readonly timeline: number;
}

export const primaryPosition: Sql = sql`
  select pg_current_wal_insert_lsn()::text as position,
         ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`;

export interface ReplicaPosition {
  readonly in_recovery: boolean;
  /** It shows everything up to the position that was asked about. */
  readonly caught_up: boolean;
  /** How far it is; null before it has replayed anything. */
  readonly position: string | null;
  /** The history that it follows, as far as it is certain. */
  readonly timeline: number;
}

/**
 * The timeline is that of the last restart point, or of the last page written to disk, whichever is newer: both are
 * behind the replay, so a replica that has not followed a promotion is never taken for one that has.
 */
export const replicaPosition = (position: string): Sql => sql`
  select pg_is_in_recovery() as in_recovery,
         coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as caught_up,
         pg_last_wal_replay_lsn()::text as position,
         greatest((select timeline_id from pg_control_checkpoint()),
                  (select min_recovery_end_timeline from pg_control_recovery())) as timeline`;
