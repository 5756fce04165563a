import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  addBankingDays,
  bankingDayOnOrAfter,
  bankingDayOnOrBefore,
  isBankingDay,
  nextBankingDay,
  previousBankingDay,
} from "./business-day.ts";

const day = (text: string) => Temporal.PlainDate.from(text);
const anyDate = fc.integer({ min: 0, max: 36_500 }).map((days) => day("2022-01-01").add({ days }));
const anyBankingDay = anyDate.map(bankingDayOnOrAfter);

describe("banking days", () => {
  test("counts weekdays, but not weekends and holidays", () => {
    const cases: readonly (readonly [string, boolean])[] = [
      ["2026-07-02", true],
      ["2026-07-03", true], // The Friday before a Saturday holiday.
      ["2026-07-04", false],
      ["2026-07-05", false],
      ["2026-11-26", false], // Thanksgiving.
      ["2026-11-27", true], // The Friday after it is open.
      ["2027-07-05", false], // The Monday after a Sunday holiday.
      ["2028-02-29", true],
    ];
    for (const [date, expected] of cases) assert.equal(isBankingDay(day(date)), expected, date);
  });

  test("finds the next and the previous banking day across weekends, holidays, and the ends of months and years", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["2026-07-02", "2026-07-03"],
      ["2026-07-03", "2026-07-06"],
      ["2026-11-25", "2026-11-27"],
      ["2026-12-31", "2027-01-04"], // New Year's Day is a Friday.
      ["2027-12-31", "2028-01-03"], // New Year's Day is a Saturday.
      ["2028-02-28", "2028-02-29"],
      ["2026-05-22", "2026-05-26"], // Memorial Day.
    ];
    for (const [from, to] of cases) {
      assert.equal(nextBankingDay(day(from)).toString(), to);
      assert.equal(previousBankingDay(day(to)).toString(), from);
    }
  });

  test("finds the banking days around a weekend or holiday", () => {
    assert.equal(nextBankingDay(day("2026-07-04")).toString(), "2026-07-06");
    assert.equal(previousBankingDay(day("2026-07-05")).toString(), "2026-07-03");
    assert.equal(bankingDayOnOrAfter(day("2026-07-04")).toString(), "2026-07-06");
    assert.equal(bankingDayOnOrBefore(day("2026-07-04")).toString(), "2026-07-03");
    assert.equal(bankingDayOnOrAfter(day("2026-07-03")).toString(), "2026-07-03");
    assert.equal(bankingDayOnOrBefore(day("2026-07-03")).toString(), "2026-07-03");
  });

  test("does not count the day that it starts from", () => {
    assert.equal(addBankingDays(day("2026-07-04"), 1).toString(), "2026-07-06");
    assert.equal(addBankingDays(day("2026-07-02"), 1).toString(), "2026-07-03");
    assert.equal(addBankingDays(day("2026-12-28"), 5).toString(), "2027-01-05");
    assert.equal(addBankingDays(day("2027-01-05"), -5).toString(), "2026-12-28");
    assert.equal(addBankingDays(day("2026-07-04"), 0).toString(), "2026-07-06");
    assert.equal(addBankingDays(day("2026-07-06"), 0).toString(), "2026-07-06");
  });

  test("an invalid count fails an assertion", () => {
    assert.throws(() => addBankingDays(day("2026-07-06"), 1.5), /whole days/);
    assert.throws(() => addBankingDays(day("2026-07-06"), 10_001), /within 10,000/);
  });

  test("law: adding a days and then b days equals adding a + b, and subtracting returns to the start", () => {
    fc.assert(
      fc.property(anyBankingDay, fc.nat(30), fc.nat(30), (from, a, b) => {
        const there = addBankingDays(from, a + b);
        assert.equal(addBankingDays(addBankingDays(from, a), b).toString(), there.toString());
        assert.equal(addBankingDays(there, -(a + b)).toString(), from.toString());
        assert.ok(isBankingDay(there));
      }),
    );
  });

  test("law: no banking day lies between a date and its next or previous banking day", () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        for (let at = date.add({ days: 1 }); !at.equals(nextBankingDay(date)); at = at.add({ days: 1 }))
          assert.ok(!isBankingDay(at));
        for (let at = date.subtract({ days: 1 }); !at.equals(previousBankingDay(date)); at = at.subtract({ days: 1 })) {
          assert.ok(!isBankingDay(at));
        }
      }),
    );
  });
});
