import assert from "node:assert/strict";
import { test } from "node:test";
import { isOpenAt, transferWindowAfter } from "./transfer-windows.ts";

// Times in New York: until March 8, 2026 and from November 1 on, five hours behind UTC; in between, four.
const cases: readonly (readonly [at: string, windowAt: string])[] = [
  ["2026-11-23T10:00-05:00", "2026-11-23T10:02-05:00"],
  ["2026-11-23T10:01:59-05:00", "2026-11-23T10:02-05:00"],
  ["2026-11-23T16:57-05:00", "2026-11-23T16:58-05:00"],
  // The last minutes before the cut-off: at once.
  ["2026-11-23T16:58:30-05:00", "2026-11-23T16:58:30-05:00"],
  ["2026-11-23T17:00-05:00", "2026-11-24T08:00-05:00"],
  ["2026-11-23T03:00-05:00", "2026-11-23T08:00-05:00"],
  // The evening before Thanksgiving, a Saturday, and the weekend on which clocks change.
  ["2026-11-25T18:00-05:00", "2026-11-27T08:00-05:00"],
  ["2026-11-28T12:00-05:00", "2026-11-30T08:00-05:00"],
  ["2026-03-06T17:30-05:00", "2026-03-09T08:00-04:00"],
];

for (const [at, windowAt] of cases)
  test(`a wire at ${at} goes into the message of ${windowAt}`, () => {
    const found = transferWindowAfter("17:00", new Date(at));
    assert.equal(found.toISOString(), new Date(windowAt).toISOString());
    assert.ok(isOpenAt("17:00", found), "the bank is open then");
  });

test("a bank without a cut-off takes payments at any time", () => {
  const sunday = new Date("2026-11-29T03:00-05:00");
  assert.equal(transferWindowAfter(undefined, sunday), sunday);
  assert.ok(isOpenAt(undefined, sunday));
});

test("a bank with a cut-off takes nothing after it, before its opening, and on days without banking", () => {
  for (const at of ["2026-11-23T17:00:01-05:00", "2026-11-23T07:59-05:00", "2026-11-26T12:00-05:00"])
    assert.equal(isOpenAt("17:00", new Date(at)), false, at);
});
