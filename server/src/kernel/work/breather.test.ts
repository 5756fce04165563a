import assert from "node:assert/strict";
import { test } from "node:test";
import { breather } from "./breather.ts";

test("others have their turn during a long computation, but not after each step", async () => {
  const pause = breather();
  let turns = 0;
  let steps = 0;
  const others = setInterval(() => {
    turns += 1;
  }, 0);
  const endsMs = performance.now() + 100;
  while (performance.now() < endsMs) {
    steps += 1;
    await pause();
  }
  clearInterval(others);
  assert.ok(turns >= 3, `${turns} turns`);
  assert.ok(steps > 10 * turns, `${steps} steps and ${turns} turns`);
});
