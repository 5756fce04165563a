import { setTimeout as sleep } from "node:timers/promises";
import { type Queryable, sqlStateOf } from "../database.ts";
import { findOldTransactions } from "../migrate.queries.ts";
import { MigrationProblem } from "./migration-problem.ts";

/**
 * How long a migration waits for locks. PostgreSQL queues every later statement behind a waiting `alter table`, so that
 * one open report would stop all payments. A migration therefore gives up soon, makes way, and tries again.
 */
export interface LockPatience {
  /** All waits of one attempt together: nobody queues behind a migration for longer. */
  readonly waitMs: number;
  readonly attempts: number;
  /** The pause after an attempt; it varies by half. */
  readonly pauseMs: number;
}

/** Half of the second that a migration may hold a lock; two minutes in total. */
export const USUAL_PATIENCE: LockPatience = { waitMs: 500, attempts: 60, pauseMs: 1_500 };

/** 55P03: a lock was not granted in time; 40P01: a deadlock, which PostgreSQL resolved against us. */
const waitedInVain = (error: unknown): boolean => /^(55P03|40P01)$/.test(sqlStateOf(error) ?? "");

/** Repeats the work, which must be one transaction, until it gets its locks. */
export async function retryingLocks<T>(
  db: Queryable,
  { attempts, pauseMs }: LockPatience,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!waitedInVain(error)) throw error;
      if (attempt === attempts) throw new MigrationProblem(await blockedMessage(db, what, attempts), { cause: error });
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}

async function blockedMessage(db: Queryable, what: string, attempts: number): Promise<string> {
  const others = await findOldTransactions(db);
  const open = others.map(
    ({ pid, application, state, seconds }) => `process ${pid} (${application}, ${state}) for ${seconds} seconds`,
  );
  const advice = open.length === 0 ? "" : ` Open transactions: ${open.join("; ")}. End them, or wait for them.`;
  return `${what} could not get its locks in ${attempts} attempts; nothing was changed.${advice} Then run bursar migrate again.`;
}
