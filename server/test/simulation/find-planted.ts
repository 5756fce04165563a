import { type Mix, usualMix } from "./mix.ts";
import type { Violation } from "./model.ts";
import type { Planted } from "./planted.ts";
import { simulate } from "./simulation.ts";

/** What the bugs need to show, and no faults that could hide or excuse them. */
const mix: Mix = {
  ...usualMix,
  paymentsPerDay: 24,
  paymentsAtOnce: 6,
  requestsPerDay: 10,
  editsPerDay: 40,
  ruleChangesPerDay: 0,
  wire: 0,
  diskFaultsPerDay: 0,
  skewMs: 0,
};

export interface Found {
  /** How many seeds it took; undefined if it was not found. */
  readonly seeds: number | undefined;
  /** What was found first of what the bug breaks. */
  readonly violation: Violation | undefined;
}

/** Runs seeds until one finds the bug for what it is. */
export async function findPlanted(planted: Planted, seedsMax: number): Promise<Found> {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { violations } = await simulate({ seed, days: 1, mix, planted });
    const violation = violations.find(({ law }) => planted.breaks.includes(law));
    if (violation !== undefined) return { seeds: seed, violation };
  }
  return { seeds: undefined, violation: undefined };
}
