import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { federalReserveHolidays, findFederalReserveHoliday } from "./federal-reserve-holidays.ts";

/** The days on which Reserve Banks are closed, from their published schedule. */
const closed: Readonly<Record<number, readonly string[]>> = {
  // 4 July is a Saturday: open on Friday the 3rd.
  2026: "01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25".split(" "),
  // Juneteenth and Christmas are Saturdays; 4 July is a Sunday, observed on the 5th.
  2027: "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25".split(" "),
  // New Year's Day and Veterans Day are Saturdays.
  2028: "01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25".split(" "),
  // Veterans Day is a Sunday, observed on the 12th.
  2029: "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25".split(" "),
  2030: "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25".split(" "),
};

describe("Federal Reserve holidays", () => {
  for (const [year, days] of Object.entries(closed)) {
    test(`${year} matches the Reserve Banks' schedule`, () => {
      const computed = federalReserveHolidays(Number(year)).map((holiday) => holiday.date.toString());
      assert.deepEqual(
        computed,
        days.map((day) => `${year}-${day}`),
      );
    });
  }

  test("a holiday on a Saturday does not close the Friday before it", () => {
    for (const day of [
      "2026-07-03",
      "2026-07-04",
      "2027-06-18",
      "2027-12-24",
      "2027-12-31",
      "2028-01-03",
      "2028-11-10",
    ]) {
      assert.equal(findFederalReserveHoliday(Temporal.PlainDate.from(day)), undefined, day);
    }
  });

  test("a holiday on a Sunday closes the Monday after", () => {
    assert.equal(findFederalReserveHoliday(Temporal.PlainDate.from("2027-07-05"))?.name, "Independence Day");
    assert.equal(findFederalReserveHoliday(Temporal.PlainDate.from("2022-12-26"))?.name, "Christmas Day");
    assert.equal(findFederalReserveHoliday(Temporal.PlainDate.from("2023-01-02"))?.name, "New Year's Day");
  });

  test("Juneteenth is a holiday since 2022, when it was a Sunday", () => {
    assert.equal(findFederalReserveHoliday(Temporal.PlainDate.from("2020-06-19")), undefined);
    assert.equal(findFederalReserveHoliday(Temporal.PlainDate.from("2021-06-18")), undefined);
    assert.equal(
      findFederalReserveHoliday(Temporal.PlainDate.from("2022-06-20"))?.name,
      "Juneteenth National Independence Day",
    );
  });

  test("in any year, holidays are eight to eleven weekdays in order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2022, max: 2400 }), (year) => {
        const dates = federalReserveHolidays(year).map((holiday) => holiday.date);
        assert.ok(dates.length >= 8 && dates.length <= 11, `${dates.length} holidays`);
        for (const date of dates) {
          assert.ok(date.dayOfWeek <= 5, date.toString());
          assert.equal(date.year, year);
          assert.equal(findFederalReserveHoliday(date)?.date.toString(), date.toString());
        }
        assert.deepEqual(dates.map(String), dates.map(String).toSorted());
      }),
    );
  });
});
