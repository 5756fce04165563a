import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetrics } from "./metrics.ts";

test("nothing is measured many times a second for metrics that are left out", async (t) => {
  const delays: (number | undefined)[] = [];
  const { setInterval: start } = globalThis;
  t.mock.method(globalThis, "setInterval", (...[work, delayMs]: Parameters<typeof setInterval>) => {
    delays.push(delayMs);
    return start(work, delayMs);
  });
  const text = await createMetrics().text();
  assert.doesNotMatch(text, /utilization/);
  assert.deepEqual(
    delays.filter((delayMs) => delayMs === undefined || delayMs < 1_000),
    [],
  );
});
