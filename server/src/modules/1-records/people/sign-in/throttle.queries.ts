import type { Database, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

export interface ThrottleRow {
  readonly throttle_key: Buffer;
  readonly failures: number;
  readonly blocked_until: Date | null;
  readonly last_attempt_at: Date;
  readonly last_succeeded_at: Date | null;
}

export const insertThrottle = (tx: Tx, key: Buffer, at: Date) =>
  tx.run(sql`
  insert into sign_in_throttles (throttle_key, last_attempt_at) values (${key}, ${at}) on conflict do nothing`);

export const lockThrottle = (tx: Tx, key: Buffer) =>
  tx.one<ThrottleRow>(sql`
  select throttle_key, failures, blocked_until, last_attempt_at, last_succeeded_at from sign_in_throttles
   where throttle_key = ${key} for update`);

export const updateThrottle = (
  tx: Tx,
  key: Buffer,
  { failures, blockedUntil, at }: { failures: number; blockedUntil: Date | undefined; at: Date },
) =>
  tx.run(sql`
  update sign_in_throttles set failures = ${failures}, blocked_until = ${blockedUntil ?? null}, last_attempt_at = ${at}
   where throttle_key = ${key}`);

/** The attempt succeeded, so it does not count as a failure. */
export const forgiveThrottle = (tx: Tx, key: Buffer, { at, wholly }: { at: Date; wholly: boolean }) =>
  tx.run(sql`
  update sign_in_throttles
     set failures = case when ${wholly} then 0 else greatest(failures - 1, 0) end, blocked_until = null, last_succeeded_at = ${at}
   where throttle_key = ${key}`);

/** Deletes a bounded number at a time. */
export const deleteOldThrottles = (db: Database, before: Date) =>
  db.run(sql`
  delete from sign_in_throttles
   where throttle_key in (select throttle_key from sign_in_throttles where last_attempt_at < ${before} limit 1000)`);
