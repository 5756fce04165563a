import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type AchCutOffs, sameDayObstacle, timesOf } from "./account-cut-offs.ts";
import { type AchWindow, settlementOf, windowAfter } from "./ach-windows.ts";
import { estimatedDeliveryAt, handOverAt } from "./cut-offs.ts";
import { newYorkDay } from "./new-york.ts";

const ach: AchCutOffs = {
  windows: [
    { at: "13:45", sameDay: true },
    { at: "18:30", sameDay: false },
  ],
  sameDayMaxMinor: 100_000_00n,
};

const shown = (at: Date): string => at.toISOString().slice(0, 16);
const achAt = (at: string, amountMinor = 1_00n) => {
  const times = timesOf({ method: "ach", amountMinor, acceptedAt: new Date(at) }, { ach });
  return [shown(times.handOverAt), shown(times.estimatedDeliveryAt)];
};

describe("when a payment of an account with a bank connection is sent and arrives", () => {
  // Times in New York: five hours behind UTC from November 1 to March 14, 2027; four before and after.
  for (const [story, at, handOver, delivery] of [
    ["before the same-day cut-off", "2026-11-23T13:44:59-05:00", "2026-11-23T18:45", "2026-11-23T22:00"],
    ["exactly at the cut-off", "2026-11-23T13:45-05:00", "2026-11-23T23:30", "2026-11-24T22:00"],
    ["just before the last cut-off", "2026-11-23T18:29:59-05:00", "2026-11-23T23:30", "2026-11-24T22:00"],
    ["at the last cut-off", "2026-11-23T18:30-05:00", "2026-11-24T18:45", "2026-11-24T22:00"],
    ["the evening before Thanksgiving", "2026-11-25T17:00-05:00", "2026-11-25T23:30", "2026-11-27T22:00"],
    ["on Thanksgiving", "2026-11-26T10:00-05:00", "2026-11-27T18:45", "2026-11-27T22:00"],
    ["the last evening of the year", "2026-12-31T20:00-05:00", "2027-01-04T18:45", "2027-01-04T22:00"],
    ["before clocks go forward", "2027-03-12T18:00-05:00", "2027-03-12T23:30", "2027-03-15T21:00"],
    ["before clocks go back", "2026-10-30T18:00-04:00", "2026-10-30T22:30", "2026-11-02T22:00"],
  ] as const)
    test(`ACH, ${story}`, () => assert.deepEqual(achAt(at), [handOver, delivery]));

  test("ACH above the bank's same-day limit, on the next banking day", () => {
    assert.deepEqual(achAt("2026-11-23T10:00-05:00", 100_000_00n)[1], "2026-11-23T22:00");
    assert.deepEqual(achAt("2026-11-23T10:00-05:00", 100_000_01n)[1], "2026-11-24T22:00");
  });

  for (const [story, at, handOver, delivery] of [
    ["at night, at the opening", "2026-11-23T06:00-05:00", "2026-11-23T13:00", "2026-11-23T23:00"],
    ["before the cut-off, at once", "2026-11-23T16:59-05:00", "2026-11-23T21:59", "2026-11-23T23:00"],
    ["at the cut-off, on the next day", "2026-11-23T17:00-05:00", "2026-11-24T13:00", "2026-11-24T23:00"],
    ["before a holiday, after it", "2026-11-25T17:30-05:00", "2026-11-27T13:00", "2026-11-27T23:00"],
  ] as const)
    test(`a wire ${story}`, () => {
      const payment = { method: "domesticWire", amountMinor: 1n, acceptedAt: new Date(at) } as const;
      const times = timesOf(payment, { domesticWire: { closesAt: "17:00" } });
      assert.deepEqual([shown(times.handOverAt), shown(times.estimatedDeliveryAt)], [handOver, delivery]);
    });

  test("a method without a connection follows the general schedule", () => {
    const acceptedAt = new Date("2026-11-23T15:00:00Z");
    for (const method of ["check", "domesticWire", "internationalWire", "realTimePayment"] as const)
      assert.deepEqual(timesOf({ method, amountMinor: 1n, acceptedAt }, { ach }), {
        handOverAt: handOverAt(method, acceptedAt),
        estimatedDeliveryAt: estimatedDeliveryAt(method, acceptedAt),
      });
  });

  test("the promised date is the settlement date of the file that the payment goes into, at any time", () => {
    const wallClock = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minute) => {
      const [hour, rest] = [Math.floor(minute / 60), minute % 60];
      return `${String(hour).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
    });
    const window: fc.Arbitrary<AchWindow> = fc.record({ at: wallClock, sameDay: fc.boolean() });
    const windowsOf = fc.uniqueArray(window, { minLength: 1, maxLength: 5, selector: ({ at }) => at });
    const instant = fc.date({ min: new Date("2025-01-01"), max: new Date("2031-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(windowsOf, instant, fc.bigInt(1n, 200n), (windows, acceptedAt, amountMinor) => {
        const cutOffs = { ach: { windows, sameDayMaxMinor: 100n } };
        const times = timesOf({ method: "ach", amountMinor, acceptedAt }, cutOffs);
        assert.ok(times.handOverAt > acceptedAt);
        // What file-rails does with a payment that reaches it then.
        const windowAt = windowAfter(windows, times.handOverAt);
        assert.equal(windowAt.getTime(), times.handOverAt.getTime());
        const { isSameDay, effectiveOn, laterOn } = settlementOf(windows, windowAt);
        const settlesOn = isSameDay && amountMinor <= 100n ? effectiveOn : laterOn;
        assert.equal(newYorkDay(times.estimatedDeliveryAt), settlesOn);
      }),
      { numRuns: 300 },
    );
  });
});

describe("whether an ACH payment settles on the day it is accepted", () => {
  const reasonAt = (at: string, amountMinor = 1_00n, cutOffs: AchCutOffs | undefined = ach) =>
    sameDayObstacle({ amountMinor, acceptedAt: new Date(at) }, cutOffs && { ach: cutOffs })?.reason ?? "settles";
  test("until the last same-day cut-off of a banking day, up to the limit", () => {
    assert.equal(reasonAt("2026-11-23T13:44:59-05:00"), "settles");
    assert.equal(reasonAt("2026-11-23T13:45-05:00"), "cutOff");
    // The next file leaves tomorrow, and settles then.
    assert.equal(reasonAt("2026-11-23T19:00-05:00"), "cutOff");
    assert.equal(reasonAt("2026-11-26T10:00-05:00"), "cutOff", "Thanksgiving");
    assert.equal(reasonAt("2026-11-23T10:00-05:00", 100_000_00n), "settles");
    assert.equal(reasonAt("2026-11-23T10:00-05:00", 100_000_01n), "amount");
  });
  test("only where the bank offers it", () => {
    assert.equal(
      sameDayObstacle({ amountMinor: 1n, acceptedAt: new Date("2026-11-23T10:00-05:00") })?.reason,
      "notOffered",
    );
    const nextDayOnly = { ...ach, windows: [{ at: "18:30", sameDay: false }] };
    assert.equal(reasonAt("2026-11-23T10:00-05:00", 1n, nextDayOnly), "notOffered");
  });
  test("a payment for the next day arrives then, in whatever file it leaves", () => {
    const payment = { method: "ach", amountMinor: 1n, acceptedAt: new Date("2026-11-23T10:00-05:00") } as const;
    const delivery = (settlement: "sameDay" | "nextDay") =>
      shown(timesOf({ ...payment, settlement }, { ach }).estimatedDeliveryAt);
    assert.deepEqual([delivery("sameDay"), delivery("nextDay")], ["2026-11-23T22:00", "2026-11-24T22:00"]);
  });
});
