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
