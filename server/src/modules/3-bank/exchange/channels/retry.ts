import { MINUTE_MS, SECOND_MS } from "#kernel/clock/clock.ts";

const FIRST_MS = 2 * SECOND_MS;
const LONGEST_MS = 5 * MINUTE_MS;

/** The wait after a failed attempt: it doubles up to five minutes, with jitter so that connections do not retry together. */
export const bankRetryMs = (failuresInARow: number): number =>
  Math.round(Math.min(FIRST_MS * 2 ** Math.min(failuresInARow - 1, 20), LONGEST_MS) * (0.75 + Math.random() / 2));
