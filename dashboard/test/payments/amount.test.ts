import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { amountProblem, parseAmount } from "../../src/ui/money/parse-amount.ts";

describe("typed amounts", () => {
  for (const [typed, amount] of [
    ["12.50", 12.5],
    ["12.5", 12.5],
    ["$1,250.00", 1250],
    [" 1,250 ", 1250],
    ["999,999,999,999.99", 999999999999.99],
    ["1250", 1250],
  ] as const)
    it(`accepts ${typed}`, () => assert.equal(parseAmount(typed), amount));

  // A decimal comma must never be dropped: the payment would be a hundred times as large.
  for (const typed of ["12,50", "1.250,00", "1250,00", "1,25,000", "12 50", "0.005", "12.", "abc", "-5", "$", "1,250,"])
    it(`rejects ${typed} with an example`, () => {
      assert.equal(parseAmount(typed), undefined);
      assert.equal(amountProblem(typed), "Enter an amount such as 1,250.00");
    });

  it("accepts an empty field", () => assert.equal(amountProblem(" "), undefined));
});
