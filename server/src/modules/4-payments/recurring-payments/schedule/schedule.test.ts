import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import fc from "fast-check";
import {
  firstOnOrAfter,
  frequencies,
  LEAD_DAYS,
  type Occurrence,
  occurrenceAfter,
  occurrencesFrom,
  requestAtOf,
  rolls,
  type Schedule,
} from "./schedule.ts";

const day = (text: string) => Temporal.PlainDate.from(text);
const FAR = day("2200-01-01");

const schedule = (more: Partial<Schedule> & Pick<Schedule, "frequency">): Schedule => ({
  startOn: day("2026-11-01"),
  dayOfMonth: null,
  roll: "after",
  endOn: null,
  endAfter: null,
  ...more,
});

/** The first occurrences from the start on, as `scheduled day → payment day` where they differ. */
function firstOf(schedule: Schedule, limit: number): readonly string[] {
  const first = firstOnOrAfter(schedule, schedule.startOn);
  if (first === undefined) return [];
  return occurrencesFrom(schedule, { first, done: 0, limit, until: FAR }).map(({ day: on, payOn }) =>
    on.equals(payOn) ? `${on}` : `${on} → ${payOn}`,
  );
}

describe("the days of a recurring payment", () => {
  test("weekly, on the weekday of its first day", () => {
    const friday = schedule({ frequency: "weekly", startOn: day("2026-11-20") });
    assert.deepEqual(firstOf(friday, 4), ["2026-11-20", "2026-11-27", "2026-12-04", "2026-12-11"]);
  });

  test("a federal holiday goes to the banking day before or after", () => {
    const thanksgiving = schedule({ frequency: "weekly", startOn: day("2026-11-26") });
    assert.deepEqual(firstOf(thanksgiving, 2), ["2026-11-26 → 2026-11-27", "2026-12-03"]);
    assert.deepEqual(firstOf({ ...thanksgiving, roll: "before" }, 2), ["2026-11-26 → 2026-11-25", "2026-12-03"]);
  });

  test("every two weeks, across the end of a year and a change of clocks", () => {
    const biweekly = schedule({ frequency: "everyTwoWeeks", startOn: day("2026-12-24") });
    assert.deepEqual(firstOf(biweekly, 3), ["2026-12-24", "2027-01-07", "2027-01-21"]);
    const spring = schedule({ frequency: "everyTwoWeeks", startOn: day("2027-03-05") });
    assert.deepEqual(firstOf(spring, 3), ["2027-03-05", "2027-03-19", "2027-04-02"]);
  });

  test("a weekend goes to the Monday after or the Friday before", () => {
    const monthly = schedule({ frequency: "monthly", startOn: day("2027-05-01"), dayOfMonth: 1 });
    // May 1, 2027 is a Saturday.
    assert.deepEqual(firstOf(monthly, 2), ["2027-05-01 → 2027-05-03", "2027-06-01"]);
    assert.deepEqual(firstOf({ ...monthly, roll: "before" }, 2), ["2027-05-01 → 2027-04-30", "2027-06-01"]);
  });

  test("a month without the day has it on its last day, leap years included", () => {
    const on = (dayOfMonth: number, startOn: string) =>
      firstOf(schedule({ frequency: "monthly", dayOfMonth, startOn: day(startOn) }), 3).map((text) =>
        text.slice(0, 10),
      );
    assert.deepEqual(on(31, "2027-01-31"), ["2027-01-31", "2027-02-28", "2027-03-31"]);
    assert.deepEqual(on(30, "2028-01-30"), ["2028-01-30", "2028-02-29", "2028-03-30"]);
    assert.deepEqual(on(29, "2027-02-01"), ["2027-02-28", "2027-03-29", "2027-04-29"]);
    assert.deepEqual(on(31, "2027-04-30"), ["2027-04-30", "2027-05-31", "2027-06-30"]);
  });

  test("a start after the month's day begins in the next month", () => {
    const monthly = schedule({ frequency: "monthly", dayOfMonth: 15, startOn: day("2026-11-16") });
    assert.deepEqual(firstOf(monthly, 2), ["2026-12-15", "2027-01-15"]);
  });

  test("the last business day of the month", () => {
    const last = schedule({ frequency: "lastBusinessDay", startOn: day("2026-12-30") });
    // January 31, 2027 is a Sunday, February 28 as well; May 31 is Memorial Day, after a weekend.
    assert.deepEqual(firstOf(last, 6), [
      "2026-12-31",
      "2027-01-29",
      "2027-02-26",
      "2027-03-31",
      "2027-04-30",
      "2027-05-28",
    ]);
    assert.deepEqual(firstOf({ ...last, startOn: day("2027-01-30") }, 1), ["2027-02-26"]);
  });

  test("ends on a day, which may be an occurrence, or after a number of occurrences", () => {
    const weekly = schedule({ frequency: "weekly", startOn: day("2026-11-20") });
    assert.deepEqual(firstOf({ ...weekly, endOn: day("2026-11-27") }, 9), ["2026-11-20", "2026-11-27"]);
    assert.deepEqual(firstOf({ ...weekly, endOn: day("2026-11-19") }, 9), []);
    assert.deepEqual(firstOf({ ...weekly, endAfter: 1 }, 9), ["2026-11-20"]);
  });

  test("is requested a week before the payment day, at 06:00 New York", () => {
    const at = (payOn: string) => requestAtOf({ day: day(payOn), payOn: day(payOn) }).toISOString();
    assert.equal(at("2026-12-15"), "2026-12-08T11:00:00.000Z");
    // Clocks go forward on March 14, 2027: 06:00 is an hour earlier in UTC afterward.
    assert.equal(at("2027-03-19"), "2027-03-12T11:00:00.000Z");
    assert.equal(at("2027-03-22"), "2027-03-15T10:00:00.000Z");
  });
});

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => day("2024-01-01").add({ days }));
const anySchedule: fc.Arbitrary<Schedule> = fc
  .record({
    frequency: fc.constantFrom(...frequencies),
    startOn: anyDay,
    month: fc.integer({ min: 1, max: 31 }),
    roll: fc.constantFrom(...rolls),
    endAfter: fc.option(fc.integer({ min: 1, max: 40 })),
  })
  .map(({ month, ...rest }) => ({ ...rest, dayOfMonth: rest.frequency === "monthly" ? month : null, endOn: null }));

describe("law: occurrences of any schedule", () => {
  test("are n, each exactly once, in order, and none is paid on a day on which banks are closed", () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 1, max: 40 }), (schedule, limit) => {
        const first = firstOnOrAfter(schedule, schedule.startOn);
        assert.ok(first !== undefined, "a schedule without a last day has a first occurrence");
        const found = occurrencesFrom(schedule, { first, done: 0, limit, until: FAR });
        assert.equal(found.length, Math.min(limit, schedule.endAfter ?? limit));
        assert.ok(Temporal.PlainDate.compare(first.day, schedule.startOn) >= 0);
        found.forEach((occurrence, index) => {
          assert.ok(isBankingDay(occurrence.payOn), `${occurrence.payOn}`);
          const before = found[index - 1];
          if (before === undefined) return;
          for (const [earlier, later] of [
            [before.day, occurrence.day],
            [before.payOn, occurrence.payOn],
          ] as const)
            assert.equal(Temporal.PlainDate.compare(earlier, later), -1, `${earlier} is before ${later}`);
          assert.ok(requestAtOf(before) < requestAtOf(occurrence), "they are requested in order");
        });
      }),
      { numRuns: 300 },
    );
  });

  test("do not depend on the day from which they are sought: none between two is missed", () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: 400 }), (schedule, days) => {
        const from = schedule.startOn.add({ days });
        const found = firstOnOrAfter(schedule, from) ?? assert.fail("it has no last day");
        let occurrence: Occurrence | undefined = firstOnOrAfter(schedule, schedule.startOn);
        while (occurrence !== undefined && Temporal.PlainDate.compare(occurrence.day, from) < 0)
          occurrence = occurrenceAfter({ ...schedule, endAfter: null }, { day: occurrence.day, done: 0 });
        assert.equal(`${found.day}`, `${occurrence?.day}`);
      }),
      { numRuns: 100 },
    );
  });

  test("are requested on a day in New York that is exactly the lead before", () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        const first = firstOnOrAfter(schedule, schedule.startOn) ?? assert.fail("it has no last day");
        assert.equal(newYorkDate(requestAtOf(first)).until(first.payOn, { largestUnit: "days" }).days, LEAD_DAYS);
      }),
      { numRuns: 50 },
    );
  });
});
