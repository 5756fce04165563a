import { setImmediate as yieldToOthers } from "node:timers/promises";

/** Longer work in one piece would delay payments noticeably. */
const WORK_MS_MAX = 5;

/** For long computations: the result is called between their steps, and gives others a turn every few milliseconds. */
export function breather(): () => Promise<void> {
  let startedMs = performance.now();
  return async () => {
    if (performance.now() - startedMs < WORK_MS_MAX) return;
    await yieldToOthers();
    startedMs = performance.now();
  };
}
