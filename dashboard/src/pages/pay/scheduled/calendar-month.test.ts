import assert from "node:assert/strict";
import { test } from "node:test";
import { monthAfter, monthBefore, monthName, weeksFrom, weeksOf } from "./calendar-month.ts";

const shown = (month: string) => weeksOf(month).map((week) => [week[0]?.date, week[6]?.date]);

test("weeks begin on Sunday and cover the month", () => {
  assert.deepEqual(shown("2026-11"), [
    ["2026-11-01", "2026-11-07"],
    ["2026-11-08", "2026-11-14"],
    ["2026-11-15", "2026-11-21"],
    ["2026-11-22", "2026-11-28"],
    ["2026-11-29", "2026-12-05"],
  ]);
  assert.equal(shown("2026-02").length, 4);
  assert.equal(shown("2027-05").length, 6);
  assert.equal(
    weeksOf("2028-02")
      .flat()
      .filter(({ isInMonth }) => isInMonth).length,
    29,
  );
});

test("five weeks begin with the current one, whatever months they are in", () => {
  assert.deepEqual(
    weeksFrom("2026-11-30").map((week) => week[0]?.date),
    ["2026-11-29", "2026-12-06", "2026-12-13", "2026-12-20", "2026-12-27"],
  );
  assert.equal(weeksFrom("2026-02-01")[4]?.[6]?.date, "2026-03-07");
  assert.ok(
    weeksFrom("2026-11-30")
      .flat()
      .every(({ isInMonth }) => isInMonth),
  );
});

test("months follow each other across years", () => {
  assert.deepEqual(
    [monthAfter("2026-12"), monthBefore("2027-01"), monthBefore("2027-03")],
    ["2027-01", "2026-12", "2027-02"],
  );
  assert.equal(monthName("2027-01"), "January 2027");
});
