import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { breather } from "./breather.ts";

const STEPS = 1_000;

test("others have their turn during a long computation, but not after each step", async (t) => {
  assert.equal(await turnsOfOthers(t, { stepMs: 1 }), STEPS / 5, "a turn each 5 ms");
});

test("steps that are long have a turn after each", async (t) => {
  assert.equal(await turnsOfOthers(t, { stepMs: 20 }), STEPS);
});

test("a computation shorter than 5 ms is not interrupted", async (t) => {
  assert.equal(await turnsOfOthers(t, { stepMs: 0.004 }), 0);
});

/** The steps take this long by a clock of their own, so that the machine's load does not count. */
async function turnsOfOthers(t: TestContext, { stepMs }: { stepMs: number }): Promise<number> {
  let nowMs = 0;
  t.mock.method(performance, "now", () => nowMs);
  const pause = breather();
  let turns = 0;
  for (let step = 0; step < STEPS; step += 1) {
    nowMs += stepMs;
    const other = setImmediate(() => {
      turns += 1;
    });
    await pause();
    clearImmediate(other);
  }
  return turns;
}
