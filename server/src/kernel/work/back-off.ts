import { assert } from "../assert.ts";

const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/** The delay after a number of consecutive failures, with jitter so that processes do not retry at the same time. */
export function backOffMs(failuresInARow: number): number {
  assert(Number.isInteger(failuresInARow) && failuresInARow >= 1, "consecutive failures are counted from 1");
  const nominalMs = Math.min(FIRST_MS * 2 ** (failuresInARow - 1), LONGEST_MS);
  return nominalMs * (0.5 + Math.random() / 2);
}
