import assert from "node:assert/strict";
import { test } from "node:test";
import { searchTerms } from "./search-terms.ts";

const amounts: readonly [text: string, least: bigint, most: bigint][] = [
  ["4,210.50", 421_050n, 421_050n],
  ["4210.5", 421_050n, 421_050n],
  ["$4,210.50", 421_050n, 421_050n],
  ["$ 4210.50", 421_050n, 421_050n],
  ["-4210.50", 421_050n, 421_050n],
  ["\u2212$4,210.50", 421_050n, 421_050n],
  ["4210,50", 421_050n, 421_050n],
  ["4210", 421_000n, 421_099n],
  ["$4,210", 421_000n, 421_099n],
  ["0.01", 1n, 1n],
  ["999,999,999.99", 99_999_999_999n, 99_999_999_999n],
];
for (const [text, leastMinor, mostMinor] of amounts)
  test(`"${text}" is an amount`, () => assert.deepEqual(searchTerms(text).amount, { leastMinor, mostMinor }));

for (const text of ["", "0", "0.00", "1,00,000", "4.210.50", "INV 42", "1e3", "12,34.5.6", "1234567890123"])
  test(`"${text}" is not an amount`, () => assert.equal(searchTerms(text).amount, undefined));

test("an amount with a sign, comma, or point is not searched for as words, a whole number is", () => {
  for (const text of ["$4210", "4,210", "4210.50"]) assert.deepEqual(searchTerms(text).words, []);
  assert.deepEqual(searchTerms("4210").words, ["4210"]);
  assert.deepEqual(searchTerms("Invoice 4210").words, ["invoice", "4210"]);
});

test("eight digits or more are the beginning of an id, with and without hyphens", () => {
  const whole = "0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b";
  for (const text of [whole, whole.toUpperCase(), whole.replaceAll("-", "")])
    assert.deepEqual(searchTerms(text).ids, { first: whole, last: whole });
  for (const text of ["0193a1b2", "0193a1b2-"])
    assert.deepEqual(searchTerms(text).ids, {
      first: "0193a1b2-0000-0000-0000-000000000000",
      last: "0193a1b2-ffff-ffff-ffff-ffffffffffff",
    });
  for (const text of ["0193a1b", "0193a1bg", `${whole}0`, "--------"]) assert.equal(searchTerms(text).ids, undefined);
});

test("four digits are also the end of an account number, however they are masked", () => {
  for (const text of ["6789", "\u2022\u20226789", "****6789", "...6789", "x6789", "\u2026 6789"])
    assert.equal(searchTerms(text).lastFour, "6789");
  for (const text of ["678", "67890", "a6789"]) assert.equal(searchTerms(text).lastFour, undefined);
});

test("wildcards and expressions are text", () => {
  for (const text of ["%", "_", ".*", "(a+)+$", "\\", "' or true --"]) {
    const { amount, ids, lastFour } = searchTerms(text);
    assert.deepEqual({ amount, ids, lastFour }, { amount: undefined, ids: undefined, lastFour: undefined }, text);
  }
  assert.deepEqual(searchTerms("%").words, []);
});
