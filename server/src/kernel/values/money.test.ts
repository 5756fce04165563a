import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dollarsFromMinor, formatUsd, LARGEST_PAYMENT_MINOR, minorFromDollars, minorFromText } from "./money.ts";

test("every amount of cents survives the conversion to JSON dollars and back", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: LARGEST_PAYMENT_MINOR }), (minor) => {
      const json = JSON.stringify(dollarsFromMinor(minor));
      assert.equal(minorFromDollars(JSON.parse(json)), minor);
      assert.match(json, /^\d+(\.\d{1,2})?$/);
    }),
    { numRuns: 5_000 },
  );
});

test("rejects amounts that are not a whole number of cents", () => {
  for (const dollars of [
    0,
    -0,
    -1,
    0.005,
    0.001,
    0.1 + 0.2,
    1.001,
    1e9,
    999_999_999.991,
    1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    5e-324,
  ]) {
    assert.equal(minorFromDollars(dollars), undefined, String(dollars));
  }
  assert.equal(minorFromDollars(999_999_999.99), LARGEST_PAYMENT_MINOR);
  assert.equal(minorFromDollars(0.29), 29n);
});

test("formats and parses amounts as people write them", () => {
  assert.equal(formatUsd(123_456_789n), "1,234,567.89");
  assert.equal(formatUsd(-5n), "-0.05");
  assert.equal(minorFromText("1234.5"), 123_450n);
  assert.equal(minorFromText("1,234"), undefined);
  assert.equal(minorFromText("1.234"), undefined);
});
