import assert from "node:assert/strict";
import { test } from "node:test";
import { long } from "../../kit/faults/random.ts";
import { simulateApart } from "../../simulation/apart.ts";
import { type Mix, swarmMix, usualMix } from "../../simulation/mix.ts";
import type { SimulationResult } from "../../simulation/simulation.ts";

/**
 * Law 7: whatever fails in a simulated run of the whole service, the books are right, each payment leaves once, and
 * everything ends; the same seed gives the same trace. `npm run simulate` runs longer, and shrinks what fails.
 */
const SEEDS = long ? 100 : 2;
const small = (mix: Mix): Mix => ({ ...mix, paymentsPerDay: 24, paymentsAtOnce: 6, requestsPerDay: 6 });

function assertHeld({ seed, violations, lines }: SimulationResult): void {
  const broken = violations.map(({ law, about, details }) => `${law}: ${about}: ${details}`);
  assert.deepEqual(broken, [], `seed ${seed}\n${lines.slice(-40).join("\n")}`);
}

test("the same seed gives the same trace, and every law holds", async () => {
  const options = { seed: 7, days: 1, mix: small(usualMix) };
  const first = await simulateApart(options);
  assertHeld(first);
  const second = await simulateApart(options);
  const parted = second.lines.findIndex((line, index) => line !== first.lines[index]);
  assert.equal(
    second.lines[parted],
    first.lines[parted],
    `the traces part after\n${first.lines.slice(0, parted).slice(-5).join("\n")}`,
  );
  assert.equal(second.hash, first.hash);
  const struck = [...first.reached.keys()].filter((what) => what.startsWith("struck"));
  assert.ok(struck.length > 0, "faults struck");
});

for (let seed = 1; seed <= SEEDS; seed += 1)
  test(`days with faults of seed ${seed}`, async () => {
    assertHeld(await simulateApart({ seed, days: 1, mix: small(swarmMix(seed)) }));
  });
