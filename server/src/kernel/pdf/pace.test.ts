import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseAfter } from "./pace.ts";

test("a part that had a processor is followed by the next one at once", () => {
  assert.equal(pauseAfter({ elapsedMs: 40, processorMs: 38 }), 0);
});

test("a part that waited for a processor is followed by a pause nine times as long, at most half a second", () => {
  assert.equal(pauseAfter({ elapsedMs: 40, processorMs: 20 }), 360);
  assert.equal(pauseAfter({ elapsedMs: 400, processorMs: 40 }), 500);
});

test("a part that took no time is not measured", () => {
  assert.equal(pauseAfter({ elapsedMs: 2, processorMs: 0.1 }), 0);
});
