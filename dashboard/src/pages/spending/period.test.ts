import assert from "node:assert/strict";
import { test } from "node:test";
import { monthsBefore } from "./period.ts";

test("a period is compared with as many months before it", () => {
  assert.deepEqual(monthsBefore({ start: "2025-12", end: "2026-11" }), { start: "2024-12", end: "2025-11" });
  assert.deepEqual(monthsBefore({ start: "2026-01", end: "2026-01" }), { start: "2025-12", end: "2025-12" });
  assert.deepEqual(monthsBefore({ start: "2026-09", end: "2026-11" }), { start: "2026-06", end: "2026-08" });
});
