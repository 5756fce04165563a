import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { testSeed } from "#test/kit/faults/random.ts";
import { divideHalfEven, sharesBought, valueOfShares } from "./shares.ts";

const cents = fc.bigInt(0n, 10n ** 13n);
const price = fc.bigInt(9_900n, 10_100n);
const seed = testSeed("shares");

describe("shares", () => {
  test("law: bought shares are never worth more than was paid, and at most half a cent and a rounding less", () => {
    fc.assert(
      fc.property(cents, price, (paid, priceE4) => {
        const value = valueOfShares(sharesBought(paid, priceE4), priceE4);
        assert.ok(value <= paid && paid - value <= 1n, `${paid} at ${priceE4} became ${value}`);
      }),
      { seed },
    );
    assert.equal(valueOfShares(sharesBought(123_456_789n, 10_000n), 10_000n), 123_456_789n, "exact at one dollar");
  });

  test("rounds half to even", () => {
    const cases: readonly (readonly [bigint, bigint, bigint])[] = [
      [5n, 10n, 0n],
      [15n, 10n, 2n],
      [25n, 10n, 2n],
      [-5n, 10n, 0n],
      [-15n, 10n, -2n],
      [14n, 10n, 1n],
      [-16n, 10n, -2n],
    ];
    for (const [dividend, divisor, expected] of cases) assert.equal(divideHalfEven(dividend, divisor), expected);
  });
});
