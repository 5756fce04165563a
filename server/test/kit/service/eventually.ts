import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Far longer than any condition takes, even on a busy machine, so that only one that never holds fails. */
const LIMIT_MS = 180_000;
const BETWEEN_TRIES_MS = 20;

/** Resolves as soon as the condition holds. Fails, and names it, if it has not held within three minutes. */
export async function eventually(condition: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + LIMIT_MS; !(await holds()); await sleep(BETWEEN_TRIES_MS))
    assert.ok(Date.now() < limit, `not within ${LIMIT_MS} ms: ${condition}`);
}

const inReality = performance.now.bind(performance);
let passedMs = 0;

/**
 * Moves this process's monotonic clock ahead, instead of waiting: what a node keeps for half a second is then old. Timers,
 * and the clocks of the service and of the database, do not move.
 */
export function passTime(ms: number): void {
  passedMs += ms;
  performance.now = () => inReality() + passedMs;
}
