import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { divideHalfUp, numberFromTenThousandths, tenThousandthsOf } from "./decimals.ts";
import { invoiceAmounts } from "./invoice-amounts.ts";

const line = fc.record({
  quantityE4: fc.bigInt({ min: 1n, max: 10_000_000_000n }),
  unitPriceMinor: fc.bigInt({ min: -99_999_999n, max: 99_999_999n }),
  taxRateE4: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
});

describe("the amounts of an invoice", () => {
  test("are the sums of its rounded lines and taxes, each within half a cent of the exact value", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const { lines: amounts, subtotalMinor, taxMinor, amountMinor } = invoiceAmounts(lines);
        assert.equal(
          amounts.reduce((sum, amount) => sum + amount.amountMinor, 0n),
          subtotalMinor,
        );
        assert.equal(
          amounts.reduce((sum, amount) => sum + amount.taxMinor, 0n),
          taxMinor,
        );
        assert.equal(subtotalMinor + taxMinor, amountMinor);
        for (const [at, { quantityE4, unitPriceMinor, taxRateE4 }] of lines.entries()) {
          const { amountMinor: amount = 0n, taxMinor: tax = 0n } = amounts[at] ?? {};
          const off = (scaled: bigint) => (scaled < 0n ? -scaled : scaled) * 2n;
          assert.ok(off(amount * 10_000n - quantityE4 * unitPriceMinor) <= 10_000n);
          assert.ok(off(tax * 1_000_000n - amount * BigInt(taxRateE4 ?? 0)) <= 1_000_000n);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("round a half away from zero", () => {
    for (const [a, b, rounded] of [
      [5n, 10n, 1n],
      [4n, 10n, 0n],
      [15n, 10n, 2n],
      [-5n, 10n, -1n],
      [-14n, 10n, -1n],
    ] as const)
      assert.equal(divideHalfUp(a, b), rounded, `${a}/${b}`);
  });

  test("a discount reduces the tax as much as the line it discounts raised it", () => {
    const price = { quantityE4: 10_000n, unitPriceMinor: 19_99n, taxRateE4: 88_750 };
    assert.equal(invoiceAmounts([price, { ...price, unitPriceMinor: -19_99n }]).amountMinor, 0n);
  });

  test("numbers with at most four decimals are exact", () => {
    for (const [value, scaled] of [
      [0.0001, 1n],
      [2.5, 25_000n],
      [8.875, 88_750n],
      [-49.95, -499_500n],
      [999_999_999.99, 9_999_999_999_900n],
    ] as const) {
      assert.equal(tenThousandthsOf(value, 1e9), scaled);
      assert.equal(numberFromTenThousandths(scaled), value);
    }
    for (const value of [0.00001, 1e10, Number.NaN, Number.POSITIVE_INFINITY])
      assert.equal(tenThousandthsOf(value, 1e9), undefined);
  });
});
