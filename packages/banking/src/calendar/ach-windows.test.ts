import assert from "node:assert/strict";
import { test } from "node:test";
import { type AchWindow, settlementOf, windowAfter } from "./ach-windows.ts";

const windows: readonly AchWindow[] = [
  { at: "19:00", sameDay: false },
  { at: "13:45", sameDay: true },
];

// Times in New York: until March 8, 2026 and from November 1 on, five hours behind UTC; in between, four.
const cases: readonly (readonly [at: string, windowAt: string, effectiveOn: string, settlesAt: string])[] = [
  ["2026-11-23T10:00-05:00", "2026-11-23T13:45-05:00", "2026-11-23", "2026-11-23T17:00-05:00"],
  // Payments due at the time of a window arrive a moment later; after a minute, the next window counts.
  ["2026-11-23T13:45:59-05:00", "2026-11-23T13:45-05:00", "2026-11-23", "2026-11-23T17:00-05:00"],
  ["2026-11-23T13:46:00-05:00", "2026-11-23T19:00-05:00", "2026-11-24", "2026-11-24T08:30-05:00"],
  ["2026-11-23T20:00-05:00", "2026-11-24T13:45-05:00", "2026-11-24", "2026-11-24T17:00-05:00"],
  // The evening before Thanksgiving (November 26): the next banking day is Friday.
  ["2026-11-25T16:00-05:00", "2026-11-25T19:00-05:00", "2026-11-27", "2026-11-27T08:30-05:00"],
  ["2026-11-25T19:30-05:00", "2026-11-27T13:45-05:00", "2026-11-27", "2026-11-27T17:00-05:00"],
  // Friday evening and Saturday; clocks change on Sunday, March 8.
  ["2026-03-06T16:00-05:00", "2026-03-06T19:00-05:00", "2026-03-09", "2026-03-09T08:30-04:00"],
  ["2026-03-07T12:00-05:00", "2026-03-09T13:45-04:00", "2026-03-09", "2026-03-09T17:00-04:00"],
  ["2026-10-30T19:05-04:00", "2026-11-02T13:45-05:00", "2026-11-02", "2026-11-02T17:00-05:00"],
];

for (const [at, windowAt, effectiveOn, settlesAt] of cases) {
  test(`a payment at ${at} goes into the file of ${windowAt}`, () => {
    const found = windowAfter(windows, new Date(at));
    assert.equal(found.toISOString(), new Date(windowAt).toISOString());
    const settlement = settlementOf(windows, found);
    assert.equal(settlement.effectiveOn, effectiveOn);
    assert.equal(settlement.settlesAt.toISOString(), new Date(settlesAt).toISOString());
  });
}

test("same-day files settle at the operator's time for the bank's cut-off, and later files on the next banking day", () => {
  const settlesAt = (at: string) => {
    const only = [{ at, sameDay: true }];
    return settlementOf(only, new Date(`2026-11-23T${at}-05:00`)).settlesAt.toISOString();
  };
  assert.equal(settlesAt("09:30"), "2026-11-23T18:00:00.000Z");
  assert.equal(settlesAt("09:31"), "2026-11-23T22:00:00.000Z");
  assert.equal(settlesAt("15:45"), "2026-11-23T23:00:00.000Z");
  assert.equal(settlesAt("16:45"), "2026-11-23T23:00:00.000Z");
  assert.equal(settlesAt("16:46"), "2026-11-24T13:30:00.000Z");
});

test("entries that are not eligible for same-day settlement settle on the next banking day", () => {
  const settlement = settlementOf(windows, new Date("2026-11-27T13:45-05:00"));
  assert.equal(settlement.isSameDay, true);
  assert.equal(settlement.laterOn, "2026-11-30");
  assert.equal(settlement.laterSettlesAt.toISOString(), "2026-11-30T13:30:00.000Z");
});
