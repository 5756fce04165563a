import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText, runProgress } from "./run-progress.ts";

test("shows how much is done at once, and rate and time left when they are known", () => {
  let now = 0;
  const progress = runProgress(10_000, () => now);
  assert.equal(progress.line(0), `[>${" ".repeat(19)}] 0/10,000`);
  now = 10_000;
  assert.equal(progress.line(1_000), "[==>                 ] 1,000/10,000  100/s  1 min 30 s left");
  now = 100_000;
  assert.equal(progress.line(10_000), "[====================] 10,000/10,000  100/s  0 s left");
});

test("rows of an earlier run do not count as fast, and a note is last", () => {
  let now = 0;
  const progress = runProgress(100, () => now);
  for (let row = 0; row < 50; row += 1) progress.skipped();
  now = 10_000;
  assert.equal(progress.line(60, "waiting"), "[============>       ] 60/100  1.0/s  40 s left  waiting");
});

test("durations are short to read", () => {
  assert.deepEqual([1, 59.2, 77, 7_500].map(durationText), ["1 s", "1 min 0 s", "1 min 17 s", "2 hours 5 min"]);
});
