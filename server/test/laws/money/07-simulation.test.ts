import assert from "node:assert/strict";
import { test } from "node:test";
import { long } from "../../kit/faults/random.ts";
import { simulateApart } from "../../simulation/apart.ts";
import { assertHeld } from "../../simulation/assert-held.ts";
import { small, swarmMix, usualMix } from "../../simulation/mix.ts";

/**
 * Law 7: whatever fails in a simulated run of the whole service, the books are right, each payment leaves once, and
 * everything ends; the same seed gives the same trace. `npm run simulate` runs longer, and shrinks what fails.
 */
const SEEDS = long ? 100 : 2;

test("the same seed gives the same trace, and every law holds", async () => {
  const options = { seed: 7, days: 1, mix: small(usualMix) };
  const first = await simulateApart(options);
  assertHeld(first, { isSwarm: false });
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
    assertHeld(await simulateApart({ seed, days: 1, mix: small(swarmMix(seed)) }), { isSwarm: true });
  });
