import type { Queryable, Tx } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";

export interface ClockRow {
  readonly kind: "system" | "virtual";
  readonly offset_ms: bigint;
  readonly stands_at: Date | null;
  /** How many times the clock was reset to the machine's time. */
  readonly resets: number;
}

export const insertClockIfMissing = (db: Queryable, clock: ClockRow) =>
  db.run(sql`
  insert into service_clock (singleton, kind, offset_ms, stands_at)
  values (true, ${clock.kind}, ${clock.offset_ms.toString()}, ${clock.stands_at}) on conflict do nothing`);

export const readClock = (db: Queryable) =>
  db.one<ClockRow>(sql`select kind, offset_ms, stands_at, resets from service_clock`);

export const findClock = (db: Queryable) =>
  db.maybe<ClockRow>(sql`select kind, offset_ms, stands_at, resets from service_clock`);

export const lockClock = (tx: Tx) =>
  tx.one<ClockRow>(sql`select kind, offset_ms, stands_at, resets from service_clock for update`);

export const writeClock = (tx: Tx, clock: ClockRow) =>
  tx.run(sql`
  update service_clock set kind = ${clock.kind}, offset_ms = ${clock.offset_ms.toString()}, stands_at = ${clock.stands_at},
         resets = ${clock.resets}`);
