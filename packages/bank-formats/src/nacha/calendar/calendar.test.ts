import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isBankingDay as isFederalReserveDay } from "bursar-banking/calendar/business-day";
import fc from "fast-check";
import { returnReasonOf } from "../codes/return-reasons.ts";
import { bankingDaysLater, calendarDaysAfter, dateOfJulianDay, isCalendarDate, julianDayOf } from "./dates.ts";
import { changeDeadline, liveEntriesAfterPrenote, returnDeadline, reversalDeadline } from "./deadlines.ts";
import { requestsSameDay, SAME_DAY_LIMIT_MINOR, sameDayProblem } from "./same-day.ts";

/** The service's Federal Reserve calendar, as a caller would pass it. */
const isBankingDay = (date: string): boolean => isFederalReserveDay(Temporal.PlainDate.from(date));
const deadline = (code: string, settledOn: string): string | undefined => {
  const reason = returnReasonOf(code);
  assert.ok(reason !== undefined);
  return returnDeadline(reason, settledOn, isBankingDay);
};

describe("dates", () => {
  test("are existing days", () => {
    for (const date of ["2026-11-20", "2028-02-29", "2000-01-01"]) assert.ok(isCalendarDate(date), date);
    for (const date of ["2026-02-29", "2026-13-01", "2026-1-1", "20261120", "", "2026-11-20T00:00"])
      assert.ok(!isCalendarDate(date), date);
  });

  test("banking days skip weekends and holidays", () => {
    // Thanksgiving is on Thursday, November 26, 2026.
    assert.equal(bankingDaysLater("2026-11-25", 1, isBankingDay), "2026-11-27");
    assert.equal(bankingDaysLater("2026-11-27", 2, isBankingDay), "2026-12-01");
    assert.equal(bankingDaysLater("2026-11-27", 0, isBankingDay), "2026-11-27");
    assert.throws(() => bankingDaysLater("2026-11-27", 1, () => false), RangeError);
  });

  test("a Settlement Date is read in the year closest to the file", () => {
    assert.equal(julianDayOf("2026-11-24"), "328");
    assert.equal(julianDayOf("2028-12-31"), "366");
    assert.equal(dateOfJulianDay("328", "2026-11-25"), "2026-11-24");
    assert.equal(dateOfJulianDay("365", "2027-01-04"), "2026-12-31");
    assert.equal(dateOfJulianDay("002", "2026-12-31"), "2027-01-02");
    for (const julian of ["000", "367", "1", "ABC"]) assert.equal(dateOfJulianDay(julian, "2026-11-25"), undefined);
  });

  test("law: the Settlement Date of a day within five months is that day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_000 }), fc.integer({ min: -150, max: 150 }), (days, distance) => {
        const near = calendarDaysAfter("2000-06-01", days);
        const date = calendarDaysAfter(near, distance);
        assert.equal(dateOfJulianDay(julianDayOf(date), near), date);
      }),
    );
  });
});

describe("deadlines", () => {
  test("most returns are due within two banking days of settlement", () => {
    assert.equal(deadline("R02", "2026-11-20"), "2026-11-24");
    assert.equal(deadline("R29", "2026-11-24"), "2026-11-27");
  });

  test("unauthorized consumer debits are due on the banking day after sixty calendar days", () => {
    // Sixty days after November 18, 2026, is Sunday, January 17, 2027; the 18th is a holiday.
    assert.equal(deadline("R10", "2026-11-18"), "2027-01-19");
    assert.equal(deadline("R05", "2026-11-20"), "2027-01-20");
  });

  test("dishonored returns have five banking days, contested ones two, and others none that is fixed", () => {
    assert.equal(deadline("R68", "2026-11-20"), "2026-11-30");
    assert.equal(deadline("R73", "2026-11-30"), "2026-12-02");
    assert.equal(deadline("R13", "2026-11-20"), undefined);
    assert.equal(deadline("R06", "2026-11-20"), undefined);
  });

  test("reversals have five banking days, corrections six, and live entries wait three after a prenote", () => {
    assert.equal(reversalDeadline("2026-11-20", isBankingDay), "2026-11-30");
    assert.equal(changeDeadline("2026-11-20", isBankingDay), "2026-12-01");
    assert.equal(liveEntriesAfterPrenote("2026-11-23", isBankingDay), "2026-11-27");
  });
});

describe("same-day entries", () => {
  test("have an effective entry date of the file's creation date or earlier", () => {
    assert.ok(requestsSameDay("2026-11-20", "2026-11-20"));
    assert.ok(!requestsSameDay("2026-11-23", "2026-11-20"));
    assert.ok(!requestsSameDay(undefined, "2026-11-20"));
  });

  test("are limited to $1,000,000.00, and IAT entries are excluded", () => {
    assert.equal(SAME_DAY_LIMIT_MINOR, 100_000_000n);
    assert.equal(sameDayProblem({ amountMinor: 100_000_000n }, "PPD"), undefined);
    assert.equal(sameDayProblem({ amountMinor: 100_000_001n }, "PPD"), "sameDayAmount");
    assert.equal(sameDayProblem({ amountMinor: 5_001n }, "PPD", 5_000n), "sameDayAmount");
    assert.equal(sameDayProblem({ amountMinor: 1n }, "IAT"), "sameDayClass");
  });
});
