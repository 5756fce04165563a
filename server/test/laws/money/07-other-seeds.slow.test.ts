import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { simulateApart } from "../../simulation/apart.ts";
import { assertHeld } from "../../simulation/assert-held.ts";
import { small, swarmMix } from "../../simulation/mix.ts";

/** Law 7: each commit tries seeds that no other commit has tried, for about three minutes. */
const SEEDS = 8;

test("days with faults of the commit's seeds", async (t) => {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" });
  const first = Number.parseInt(commit.slice(0, 7), 16);
  for (let seed = first; seed < first + SEEDS; seed += 1)
    assertHeld(await simulateApart({ seed, days: 1, mix: small(swarmMix(seed)) }), { isSwarm: true });
  t.diagnostic(`${SEEDS} seeds from ${first} of commit ${commit.slice(0, 7)}`);
});
