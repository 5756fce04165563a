import type { Queryable } from "#kernel/sql/database.ts";
import { rateMinute } from "../databases/rate-counts.queries.ts";

const ATTEMPTS = 5;

/**
 * What an attack within one minute of the database leads to. At a minute's edge, a limit admits again what the last
 * minute's requests have left, as it should: an attack that crosses one is done again, which takes callers of its own.
 */
export async function inOneMinute<T>(database: Queryable, attack: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const begun = await rateMinute(database);
    const outcome = await attack();
    if ((await rateMinute(database)).minute === begun.minute) return outcome;
  }
  throw new Error("the attack takes longer than a minute");
}
