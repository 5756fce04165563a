import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { newYorkClock, newYorkDate, newYorkDay, newYorkInstant } from "./new-york.ts";

describe("New York time", () => {
  test("the day changes at midnight in New York, not in London", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["2026-01-01T04:59:59.999Z", "2025-12-31"],
      ["2026-01-01T05:00:00.000Z", "2026-01-01"],
      ["2026-07-01T03:59:59.999Z", "2026-06-30"], // Summer time: four hours behind.
      ["2026-07-01T04:00:00.000Z", "2026-07-01"],
      ["2026-03-08T05:00:00.000Z", "2026-03-08"], // The 23-hour day begins,
      ["2026-03-09T03:59:59.999Z", "2026-03-08"], // and ends.
      ["2026-11-01T04:00:00.000Z", "2026-11-01"], // The 25-hour day begins,
      ["2026-11-02T04:59:59.999Z", "2026-11-01"], // and ends.
    ];
    for (const [at, expected] of cases) {
      assert.equal(newYorkDay(new Date(at)), expected, at);
      assert.equal(newYorkDate(new Date(at)).toString(), expected, at);
    }
  });

  test("law: the cached day equals the computed one", () => {
    const inYears = fc.date({ min: new Date("2024-01-01"), max: new Date("2032-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(inYears, (at) => newYorkDay(at) === newYorkDate(at).toString()),
      { numRuns: 500 },
    );
  });

  test("a local time is converted to an instant with the offset of its own day", () => {
    const nine = Temporal.PlainTime.from("09:00");
    assert.equal(newYorkInstant(Temporal.PlainDate.from("2026-03-06"), nine).toISOString(), "2026-03-06T14:00:00.000Z");
    assert.equal(newYorkInstant(Temporal.PlainDate.from("2026-03-09"), nine).toISOString(), "2026-03-09T13:00:00.000Z");
  });

  test("an invalid date fails an assertion", () => {
    assert.throws(() => newYorkDay(new Date(Number.NaN)), /valid date/);
  });

  test("the wall clock is that of the instant, before, at, and after each change of the clocks", () => {
    const cases: readonly (readonly [string, string])[] = [
      ["2026-03-08T07:00:00Z", "2026-03-08T03:00:00"], // The clocks are set forward at this instant.
      ["2026-03-08T06:59:59Z", "2026-03-08T01:59:59"],
      ["2026-11-01T03:30:00Z", "2026-10-31T23:30:00"], // The next day in UTC.
      ["2026-11-01T05:59:59Z", "2026-11-01T01:59:59"],
      ["2026-11-01T06:00:00Z", "2026-11-01T01:00:00"], // The clocks are set back.
      ["2150-07-01T12:00:00Z", "2150-07-01T08:00:00"],
    ];
    for (const [at, clock] of cases) assert.equal(newYorkClock(new Date(at)).toString(), clock, at);
  });
});
