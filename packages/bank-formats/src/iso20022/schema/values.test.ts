import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { decimalFromMinor, minorFromDecimal } from "./amount-text.ts";
import { findCurrencyDecimals } from "./currencies.ts";
import {
  base64Problem,
  dateProblem,
  dateTimeProblem,
  decimalProblem,
  timeProblem,
  yearMonthProblem,
} from "./lexical.ts";
import { shownValue } from "./problems.ts";
import { codes, text } from "./simple-types.ts";

describe("amounts", () => {
  const read: readonly (readonly [text: string, currency: string, amountMinor: bigint])[] = [
    ["0.01", "USD", 1n],
    ["1250.5", "USD", 125_050n],
    ["1250", "USD", 125_000n],
    ["9999999999999999.99", "USD", 999_999_999_999_999_999n],
    ["1250", "JPY", 1250n],
    ["1.234", "KWD", 1234n],
    ["0.0001", "CLF", 1n],
  ];
  for (const [from, currency, amountMinor] of read)
    test(`${from} ${currency} is ${amountMinor}`, () =>
      assert.deepEqual(minorFromDecimal(from, currency), { value: amountMinor }));

  for (const [from, currency] of [
    ["1.001", "USD"],
    ["1.000", "USD"],
    ["1.0", "JPY"],
    ["1", "XAU"],
    ["1", "usd"],
    ["-1", "USD"],
    ["+1", "USD"],
    ["1,000.00", "USD"],
    ["1e3", "USD"],
    [".5", "USD"],
    ["5.", "USD"],
    ["", "USD"],
    ["12345678901234567.89", "USD"],
    ["1".repeat(1_000_000), "USD"],
  ] as const)
    test(`${from.slice(0, 24)} ${currency} is not a valid amount`, () =>
      assert.ok("rule" in minorFromDecimal(from, currency)));

  test("law: cents are written and read back without loss", () => {
    const sizes = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });
    fc.assert(
      fc.property(sizes, fc.constantFrom("USD", "JPY", "KWD", "CLF"), (amountMinor, currency) => {
        const written = decimalFromMinor(amountMinor, currency);
        assert.ok("value" in written);
        assert.deepEqual(minorFromDecimal(written.value, currency), { value: amountMinor });
      }),
    );
  });

  test("an amount below zero or of more than 18 digits cannot be written", () => {
    for (const amountMinor of [-1n, 10n ** 18n]) assert.ok("rule" in decimalFromMinor(amountMinor, "USD"));
    assert.ok("rule" in decimalFromMinor(1n, "XYZ"));
  });

  test("currencies have the decimals of ISO 4217", () => {
    const expected = { USD: 2, EUR: 2, JPY: 0, KRW: 0, ISK: 0, VND: 0, KWD: 3, BHD: 3, TND: 3, UYW: 4, HUF: 2 };
    for (const [currency, decimals] of Object.entries(expected)) assert.equal(findCurrencyDecimals(currency), decimals);
    for (const code of ["XAU", "US", "usd", ""]) assert.equal(findCurrencyDecimals(code), undefined, code);
  });
});

describe("dates, times, and other texts with a form", () => {
  const forms = { dateProblem, dateTimeProblem, timeProblem, yearMonthProblem };
  const cases: readonly (readonly [keyof typeof forms, valid: readonly string[], invalid: readonly string[]])[] = [
    [
      "dateProblem",
      ["2026-11-20", "2024-02-29", "2026-11-20Z", "2026-11-20-05:00"],
      [
        "2026-02-29",
        "2100-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-11-00",
        "0000-01-01",
        "26-11-20",
        "2026-11-20T00:00:00",
        "",
      ],
    ],
    [
      "dateTimeProblem",
      ["2026-11-20T15:00:00", "2026-11-20T15:00:00.123Z", "2026-11-20T23:59:59+14:00"],
      [
        "2026-11-20T24:00:00",
        "2026-11-20T15:60:00",
        "2026-11-20 15:00:00",
        "2026-11-20T15:00:00+15:00",
        "2026-11-31T15:00:00",
      ],
    ],
    ["timeProblem", ["15:00:00", "00:00:00.5Z"], ["15:00", "25:00:00"]],
    ["yearMonthProblem", ["2026-11"], ["2026-13", "2026", "0000-01"]],
  ];
  for (const [name, valid, invalid] of cases) {
    test(name, () => {
      for (const value of valid) assert.equal(forms[name](value), undefined, value);
      for (const value of invalid) assert.notEqual(forms[name](value), undefined, value);
    });
  }

  test("decimals have a limited number of digits", () => {
    const limits = { digits: 5, fraction: 2 };
    for (const value of ["0", "-1.25", "123.45"]) assert.equal(decimalProblem(value, limits), undefined, value);
    for (const value of ["1.234", "1234.56", "1.", "abc"])
      assert.notEqual(decimalProblem(value, limits), undefined, value);
    assert.notEqual(decimalProblem("-1", { ...limits, isNegativeAllowed: false }), undefined);
  });

  test("base64 is checked and measured in bytes", () => {
    assert.equal(base64Problem("aGVs\nbG8=", 5), undefined);
    for (const value of ["", "aGVsbG8", "aGVsbG9=", "****", "aGVsbG8hIQ=="])
      assert.notEqual(base64Problem(value, 5), undefined, value);
  });

  test("lengths count characters, not bytes or halves of characters", () => {
    const three = text("Max3Text", { min: 1, max: 3 });
    assert.equal(three.problem("😀😀😀"), undefined);
    assert.equal(three.problem("😀😀😀😀"), "may have at most 3 characters");
    assert.equal(three.problem(""), "must not be empty");
  });

  test("a code list knows its codes only", () => {
    const sides = codes("CreditDebitCode", "CRDT DBIT");
    assert.equal(sides.problem("CRDT"), undefined);
    for (const value of ["crdt", "", "CRDT DBIT", "toString"]) assert.notEqual(sides.problem(value), undefined, value);
    assert.throws(() => sides.parse("XXXX"), TypeError);
  });

  test("values are shown short, and never a whole account number", () => {
    assert.equal(shownValue("123456789", { isSensitive: true }), "…6789");
    assert.equal(shownValue("1234", { isSensitive: true }), "…");
    assert.equal(
      shownValue("Invoice 2026-1187, account 123456789", { isSensitive: false }),
      "Invoice 2026-1187, account …6789",
    );
    assert.equal(shownValue("x".repeat(1000), { isSensitive: false }).length, 41);
  });
});
