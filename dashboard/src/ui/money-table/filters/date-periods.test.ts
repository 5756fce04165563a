import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { daysOfPeriod } from "./date-periods.ts";

describe("periods of the date filter", () => {
  const cases = [
    ["today", "2026-03-01", "2026-03-01", undefined],
    ["thisWeek", "2026-03-01", "2026-03-01", undefined],
    ["thisWeek", "2026-03-03", "2026-03-01", undefined],
    ["last7Days", "2026-03-03", "2026-02-25", undefined],
    ["thisMonth", "2026-03-31", "2026-03-01", undefined],
    ["lastMonth", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["lastMonth", "2026-01-15", "2025-12-01", "2025-12-31"],
    ["thisQuarter", "2026-12-31", "2026-10-01", undefined],
    ["thisQuarter", "2026-01-01", "2026-01-01", undefined],
    ["lastQuarter", "2026-05-10", "2026-01-01", "2026-03-31"],
    ["lastQuarter", "2026-02-10", "2025-10-01", "2025-12-31"],
    ["lastYear", "2026-07-04", "2025-01-01", "2025-12-31"],
    ["thisYear", "2026-07-04", "2026-01-01", undefined],
  ] as const;
  for (const [period, today, from, to] of cases)
    it(`${period} on ${today} is from ${from} to ${to ?? "now"}`, () => {
      assert.deepEqual(daysOfPeriod(period, today), { from, ...(to === undefined ? {} : { to }) });
    });
});
