import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { runsOf } from "../../../../server/test/kit/faults/random.ts";
import { type MethodSchedule, methodTable, type PaymentMethod, paymentMethods } from "../identifiers/payment-method.ts";
import { isBankingDay } from "./business-day.ts";
import {
  estimatedDeliveryAt,
  estimatedDeliveryAtUncached,
  handOverAt,
  sameDayAchWindows,
  settlesOn,
} from "./cut-offs.ts";
import { newYorkDate, toNewYork } from "./new-york.ts";

/** An instant such as `2026-07-02 15:59` in New York time. */
const newYork = (text: string) =>
  new Date(Temporal.PlainDateTime.from(text.replace(" ", "T")).toZonedDateTime("America/New_York").epochMilliseconds);
const shown = (at: Date) => toNewYork(at).toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ");

/** Method, accepted, submitted, settles, delivered; all times are New York times. */
function check(table: string): void {
  const lines = table
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter((line) => line !== "");
  for (const line of lines) {
    const [method, accepted, handedOver, settles, delivered] = line.split(/ {2,}/) as [
      PaymentMethod,
      string,
      string,
      string,
      string,
    ];
    const left = handOverAt(method, newYork(accepted));
    assert.equal(shown(left), handedOver, `${line}: submitted`);
    assert.equal(settlesOn(method, left).toString(), settles, `${line}: settles`);
    assert.equal(shown(estimatedDeliveryAt(method, newYork(accepted))), delivered, `${line}: delivered`);
  }
}

describe("cut-offs", () => {
  test("an ACH payment goes into the next file and settles on the following banking day", () => {
    check(`
      ach  2026-07-06 09:59  2026-07-06 10:00  2026-07-07  2026-07-07 17:00
      ach  2026-07-06 10:00  2026-07-06 13:00  2026-07-07  2026-07-07 17:00  # exactly at a cut-off is too late
      ach  2026-07-06 19:59  2026-07-06 20:00  2026-07-07  2026-07-07 17:00
      ach  2026-07-06 20:00  2026-07-07 10:00  2026-07-08  2026-07-08 17:00
      ach  2026-07-02 21:00  2026-07-03 10:00  2026-07-06  2026-07-06 17:00  # the Friday before a Saturday holiday is open
      ach  2026-07-04 12:00  2026-07-06 10:00  2026-07-07  2026-07-07 17:00
      ach  2026-11-25 12:00  2026-11-25 13:00  2026-11-27  2026-11-27 17:00  # Thanksgiving between
      ach  2026-12-31 15:00  2026-12-31 16:00  2027-01-04  2027-01-04 17:00  # the year ends, a holiday and a weekend follow
      ach  2027-07-02 20:30  2027-07-06 10:00  2027-07-07  2027-07-07 17:00  # Sunday holiday observed on Monday
      ach  2028-02-28 20:30  2028-02-29 10:00  2028-03-01  2028-03-01 17:00  # leap day`);
  });

  test("a wire is submitted at once and settles the same day within the wire window, and waits outside it", () => {
    check(`
      domesticWire  2026-07-06 07:59  2026-07-06 08:00  2026-07-06  2026-07-06 18:00
      domesticWire  2026-07-06 08:00  2026-07-06 08:00  2026-07-06  2026-07-06 18:00
      domesticWire  2026-07-06 16:29  2026-07-06 16:29  2026-07-06  2026-07-06 18:00
      domesticWire  2026-07-06 16:30  2026-07-07 08:00  2026-07-07  2026-07-07 18:00
      domesticWire  2026-07-03 17:00  2026-07-06 08:00  2026-07-06  2026-07-06 18:00
      domesticWire  2026-12-24 16:30  2026-12-28 08:00  2026-12-28  2026-12-28 18:00  # Christmas is a Friday
      internationalWire  2026-07-06 14:59  2026-07-06 14:59  2026-07-08  2026-07-08 17:00
      internationalWire  2026-07-06 15:00  2026-07-07 08:00  2026-07-09  2026-07-09 17:00
      internationalWire  2026-12-30 09:00  2026-12-30 09:00  2027-01-04  2027-01-04 17:00`);
  });

  test("a check is printed and mailed once a banking day, and mail takes five banking days", () => {
    check(`
      check  2026-07-06 12:59  2026-07-06 13:00  2026-07-06  2026-07-13 17:00
      check  2026-07-06 13:00  2026-07-07 13:00  2026-07-07  2026-07-14 17:00
      check  2026-07-03 14:00  2026-07-06 13:00  2026-07-06  2026-07-13 17:00
      check  2026-12-23 09:00  2026-12-23 13:00  2026-12-23  2026-12-31 17:00`);
  });

  test("a real-time payment is submitted, settles, and arrives at once, at any time of any day", () => {
    check(`
      realTimePayment  2026-07-05 03:17  2026-07-05 03:17  2026-07-05  2026-07-05 03:17
      realTimePayment  2026-12-25 23:59  2026-12-25 23:59  2026-12-25  2026-12-25 23:59`);
    const accepted = newYork("2026-12-25 23:59:12.345");
    assert.equal(handOverAt("realTimePayment", accepted).getTime(), accepted.getTime());
    assert.equal(shown(estimatedDeliveryAt("realTimePayment", accepted)), "2026-12-26 00:00");
  });

  test("times are New York times before and after both clock changes", () => {
    check(`
      ach           2026-03-06 20:30  2026-03-09 10:00  2026-03-10  2026-03-10 17:00
      ach           2026-03-08 03:30  2026-03-09 10:00  2026-03-10  2026-03-10 17:00
      domesticWire  2026-10-30 17:00  2026-11-02 08:00  2026-11-02  2026-11-02 18:00
      check         2026-11-01 01:30  2026-11-02 13:00  2026-11-02  2026-11-09 17:00`);
    // New York is five hours behind UTC in winter and four in summer.
    assert.equal(handOverAt("ach", newYork("2026-03-06 09:00")).toISOString(), "2026-03-06T15:00:00.000Z");
    assert.equal(handOverAt("ach", newYork("2026-03-09 09:00")).toISOString(), "2026-03-09T14:00:00.000Z");
    assert.equal(
      estimatedDeliveryAt("domesticWire", newYork("2026-10-30 12:00")).toISOString(),
      "2026-10-30T22:00:00.000Z",
    );
    assert.equal(
      estimatedDeliveryAt("domesticWire", newYork("2026-11-02 12:00")).toISOString(),
      "2026-11-02T23:00:00.000Z",
    );
    // Both instants of 01:30 in the night when the clock is set back.
    for (const at of ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"]) {
      assert.equal(shown(handOverAt("ach", new Date(at))), "2026-11-02 10:00");
    }
  });

  test("a payment submitted late, after an outage, counts as the next banking day's", () => {
    const cases: readonly (readonly [PaymentMethod, string, string])[] = [
      ["ach", "2026-07-02 22:29", "2026-07-03"],
      ["ach", "2026-07-02 22:30", "2026-07-06"],
      ["ach", "2026-07-04 10:00", "2026-07-07"],
      ["domesticWire", "2026-07-02 18:44", "2026-07-02"],
      ["domesticWire", "2026-07-02 18:45", "2026-07-03"],
      ["domesticWire", "2026-07-05 09:00", "2026-07-06"],
      ["check", "2026-07-02 17:00", "2026-07-03"],
      ["internationalWire", "2026-07-03 19:00", "2026-07-08"],
    ];
    for (const [method, handedOver, settles] of cases) {
      assert.equal(settlesOn(method, newYork(handedOver)).toString(), settles, `${method} ${handedOver}`);
    }
  });

  test("the times in the table ascend and are before the bank stops processing", () => {
    for (const schedule of paymentMethods.map((method): MethodSchedule => methodTable[method].schedule)) {
      if (schedule.handOver === "always") continue;
      const times: readonly string[] =
        schedule.handOver === "batches" ? schedule.batchesAt : [schedule.opensAt, schedule.closesAt];
      assert.deepEqual([...times, schedule.processedUntil], [...times, schedule.processedUntil].toSorted());
      assert.ok(times.length > 0);
    }
    assert.deepEqual(
      sameDayAchWindows.map((window) => window.settlesAt),
      ["13:00", "17:00", "18:00"],
    );
  });
});

const anyMethod = fc.constantFrom(...paymentMethods);
const anyInstant = fc.date({ min: new Date("2024-01-01"), max: new Date("2034-01-01"), noInvalidDate: true });

/** An instant within a few milliseconds of a cut-off, where errors are most likely. */
const nearCutOff = fc
  .tuple(anyMethod, anyInstant, fc.integer({ min: -2, max: 2 }))
  .map(([method, at, offMs]) => new Date(handOverAt(method, at).getTime() + offMs));

describe("laws of cut-offs", () => {
  test("the cached delivery equals the computed one, at any instant and around every cut-off", () => {
    fc.assert(
      fc.property(anyMethod, fc.oneof(anyInstant, nearCutOff), (method, at) => {
        assert.equal(
          estimatedDeliveryAt(method, at).toISOString(),
          estimatedDeliveryAtUncached(method, at).toISOString(),
        );
        assert.equal(
          estimatedDeliveryAt(method, at).toISOString(),
          estimatedDeliveryAtUncached(method, at).toISOString(),
        );
      }),
      { numRuns: runsOf(2_000) },
    );
  });

  test("a payment is never submitted before it is accepted or on a closed day, and never arrives before it is submitted", () => {
    fc.assert(
      fc.property(anyMethod, fc.oneof(anyInstant, nearCutOff), (method, at) => {
        const left = handOverAt(method, at);
        assert.ok(left >= at);
        assert.ok(estimatedDeliveryAt(method, at) >= left);
        const settles = settlesOn(method, left);
        assert.ok(Temporal.PlainDate.compare(settles, newYorkDate(left)) >= 0);
        if (method !== "realTimePayment") assert.ok(isBankingDay(newYorkDate(left)) && isBankingDay(settles));
      }),
      { numRuns: 500 },
    );
  });

  test("a payment accepted earlier is never delivered later", () => {
    fc.assert(
      fc.property(anyMethod, anyInstant, fc.nat(7 * 86_400_000), (method, at, laterMs) => {
        const later = new Date(at.getTime() + laterMs);
        assert.ok(handOverAt(method, at) <= handOverAt(method, later));
        assert.ok(estimatedDeliveryAt(method, at) <= estimatedDeliveryAt(method, later));
      }),
      { numRuns: 500 },
    );
  });

  test("changing a returned date does not change the cached one", () => {
    const at = newYork("2026-07-06 09:00");
    estimatedDeliveryAt("ach", at).setTime(0);
    assert.equal(shown(estimatedDeliveryAt("ach", at)), "2026-07-07 17:00");
    handOverAt("realTimePayment", at).setTime(0);
    assert.equal(shown(at), "2026-07-06 09:00");
  });
});
