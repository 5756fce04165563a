import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { simulateApart } from "../../simulation/apart.ts";
import { assertHeld } from "../../simulation/assert-held.ts";
import { small, swarmMix } from "../../simulation/mix.ts";

/** Law 7: each commit tries three minutes of seeds that no other commit has tried. */
const MINUTES = 3;

test("days with faults of the commit's seeds", async (t) => {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" });
  const first = Number.parseInt(commit.slice(0, 7), 16);
  const startedAt = performance.now();
  let seeds = 0;
  for (; performance.now() - startedAt < MINUTES * 60_000; seeds += 1) {
    const seed = first + seeds;
    assertHeld(await simulateApart({ seed, days: 1, mix: small(swarmMix(seed)) }), { isSwarm: true });
  }
  assert.ok(seeds > 0, "some seeds were run");
  t.diagnostic(`${seeds} seeds from ${first} of commit ${commit.slice(0, 7)}`);
});
