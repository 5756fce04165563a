import assert from "node:assert/strict";
import { test } from "node:test";
import { usualMix } from "../../simulation/mix.ts";
import { plantedBugs } from "../../simulation/planted.ts";
import { simulate } from "../../simulation/simulation.ts";

/** Law 7 can fail: a bug of each kind that is planted around the service is found within 20 seeds. */
const SEEDS_MAX = 20;
/** What the bugs need to show, and no faults that could hide or excuse them. */
const mix = {
  ...usualMix,
  paymentsPerDay: 24,
  paymentsAtOnce: 6,
  requestsPerDay: 8,
  editsPerDay: 12,
  ruleChangesPerDay: 0,
  wire: 0,
  skewMs: 0,
};

for (const planted of plantedBugs)
  test(`finds a ${planted.name}`, async (t) => {
    for (let seed = 1; seed <= SEEDS_MAX; seed += 1) {
      const { violations } = await simulate({ seed, days: 1, mix, planted });
      if (violations.length === 0) continue;
      t.diagnostic(`seed ${seed}: ${violations[0]?.law}: ${violations[0]?.about}: ${violations[0]?.details}`);
      const others = violations.filter(({ law }) => !planted.breaks.includes(law));
      assert.deepEqual(others, [], "it is found for what it is");
      return;
    }
    assert.fail(`not found within ${SEEDS_MAX} seeds`);
  });
