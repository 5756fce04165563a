import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { testSeed } from "#test/kit/faults/random.ts";
import { centsOf, dayMicro, feePpmOf, MICRO } from "./accrual.ts";
import { simulatedYieldPpm } from "./simulated-fund.ts";
import { sweepOrder } from "./sweep.ts";

const cents = fc.bigInt(0n, 10n ** 13n);
const seed = testSeed("treasury arithmetic");

describe("treasury arithmetic", () => {
  test("law: a month's dividend and what is carried over are exactly the sum of its days", () => {
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 31 }), fc.bigInt(0n, MICRO - 1n), (balances, carried) => {
        const day = Temporal.PlainDate.from("2028-02-10");
        const sum = balances.reduce((total, balance) => total + dayMicro(balance, 41_230, day), carried);
        const { minor, restMicro } = centsOf(sum);
        assert.equal(minor * MICRO + restMicro, sum);
        assert.ok(restMicro >= 0n && restMicro < MICRO);
      }),
      { seed },
    );
  });

  test("law: a year of daily accruals is less than the yearly rate by less than a cent", () => {
    fc.assert(
      fc.property(cents, fc.nat(100_000), fc.constantFrom("2027-01-01", "2028-01-01"), (balance, ppm, first) => {
        const day = Temporal.PlainDate.from(first);
        const year = dayMicro(balance, ppm, day) * BigInt(day.daysInYear);
        const exact = balance * BigInt(ppm);
        assert.ok(year <= exact && exact - year < MICRO);
      }),
      { seed },
    );
  });

  test("law: after a sweep, cash is at its target, or no sweep of the minimum would bring it closer", () => {
    fc.assert(
      fc.property(cents, cents, cents, fc.bigInt(1n, 10n ** 8n), (freeCashMinor, freeSharesMinor, target, minimum) => {
        const settings = { sweep: true, targetCashMinor: target, minimumSweepMinor: minimum };
        const order = sweepOrder(settings, { freeCashMinor, freeSharesMinor });
        const bought = order === undefined ? 0n : order.action === "buy" ? order.amountMinor : -order.amountMinor;
        const cash = freeCashMinor - bought;
        assert.ok(order === undefined || order.amountMinor >= minimum);
        assert.ok(freeSharesMinor + bought >= 0n, "no more is sold than there is");
        const missing = target - cash;
        const canSell = freeSharesMinor + bought;
        const possible = missing < 0n ? -missing : missing < canSell ? missing : canSell;
        assert.ok(possible < minimum);
        assert.equal(sweepOrder({ ...settings, sweep: false }, { freeCashMinor, freeSharesMinor }), undefined);
      }),
      { seed },
    );
  });

  test("fees fall with the balance, and the simulated yield stays between 2.5 and 4.5 percent", () => {
    assert.deepEqual(
      [999_999_99n, 1_000_000_00n, 5_000_000_00n, 20_000_000_00n].map(feePpmOf),
      [5_000, 3_500, 2_500, 1_500],
    );
    for (let day = Temporal.PlainDate.from("2024-01-01"); day.year < 2037; day = day.add({ days: 13 })) {
      const ppm = simulatedYieldPpm(day);
      assert.ok(ppm >= 25_000 && ppm <= 45_000, `${day}: ${ppm}`);
    }
  });
});
