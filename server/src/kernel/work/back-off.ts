import { assert } from "../assert.ts";

const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/** How long background work rests after failing this many times in a row: jittered, so that processes do not come back together. */
export function backOffMs(failuresInARow: number): number {
  assert(Number.isInteger(failuresInARow) && failuresInARow >= 1, "failures in a row are counted from 1");
  const nominalMs = Math.min(FIRST_MS * 2 ** (failuresInARow - 1), LONGEST_MS);
  return nominalMs * (0.5 + Math.random() / 2);
}
