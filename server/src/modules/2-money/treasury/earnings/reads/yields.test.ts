import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { testSeed } from "#test/kit/faults/random.ts";
import { dayMicro, MICRO } from "../custodian/accrual.ts";
import { type EarnedDay, sevenDayYields, withReported } from "./yields.ts";

const seed = testSeed("yields");
const daysFrom = (first: string, count: number): readonly Temporal.PlainDate[] =>
  Array.from({ length: count }, (_, at) => Temporal.PlainDate.from(first).add({ days: at }));
const earned = (dates: readonly Temporal.PlainDate[], investedMinor: bigint, ppm: number): readonly EarnedDay[] =>
  dates.map((date) => ({
    day: date.toString(),
    investedMinor,
    dividendMicro: dayMicro(investedMinor, ppm, date),
  }));

describe("the yield is computed from dividends", () => {
  test("law: a constant rate is the yield of every day, whatever is invested", () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 8n, 10n ** 13n), fc.integer({ min: 1, max: 250_000 }), (invested, ppm) => {
        for (const found of sevenDayYields(earned(daysFrom("2027-03-01", 12), invested, ppm))) assert.equal(found, ppm);
      }),
      { seed, numRuns: 50 },
    );
  });

  test("law: dividends that a custodian reports by month give the month's average yield", () => {
    fc.assert(
      fc.property(fc.bigInt(10n ** 10n, 10n ** 13n), fc.integer({ min: 1_000, max: 100_000 }), (invested, ppm) => {
        const dates = daysFrom("2027-04-01", 30);
        const dividend =
          earned(dates, invested, ppm).reduce((sum, { dividendMicro }) => sum + dividendMicro, 0n) / MICRO;
        const days = withReported(earned(dates, invested, 0), new Map([["2027-04-01", dividend]]));
        for (const found of sevenDayYields(days)) assert.ok(Math.abs((found ?? 0) - ppm) <= 1, `${found} of ${ppm}`);
      }),
      { seed, numRuns: 50 },
    );
  });

  test("follows a change within seven days, and is unknown while nothing is invested", () => {
    const [before, after, none] = [daysFrom("2027-03-01", 7), daysFrom("2027-03-08", 7), daysFrom("2027-03-15", 1)];
    const yields = sevenDayYields([
      ...earned(before, 10n ** 10n, 40_000),
      ...earned(after, 10n ** 10n, 47_000),
      ...earned(none, 0n, 47_000),
    ]);
    assert.deepEqual(yields.slice(6), [40_000, 41_000, 42_000, 43_000, 44_000, 45_000, 46_000, 47_000, undefined]);
    assert.deepEqual(sevenDayYields(earned(before, 10n ** 10n, 0)), Array(7).fill(undefined));
  });

  test("months with daily accruals keep them", () => {
    const days = earned(daysFrom("2027-03-01", 31), 10n ** 10n, 40_000);
    assert.deepEqual(withReported(days, new Map([["2027-03-01", 999_999n]])), days);
  });
});
