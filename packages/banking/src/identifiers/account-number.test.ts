import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { accountNumberProblem } from "./account-number.ts";
import { maskAccountNumber } from "./mask.ts";

const anyDigits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });

describe("account numbers", () => {
  test("accepts four to seventeen digits, including leading zeros", () => {
    for (const text of ["1234", "0001", "000123456789", "12345678901234567"])
      assert.equal(accountNumberProblem(text), undefined, text);
  });

  test("each mistake has its own message", () => {
    for (const text of ["", "123", "123456789012345678"])
      assert.match(accountNumberProblem(text) ?? "", /4 to 17 digits/, text);
    for (const text of ["12-3456", "1234 5678", "12345O", "١٢٣٤٥", "1234\n"]) {
      assert.match(accountNumberProblem(text) ?? "", /digits only/, text);
    }
    assert.match(accountNumberProblem("00000") ?? "", /all zeros/);
  });

  test("law: no message repeats the number", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyDigits(18, 30),
          anyDigits(5, 17).map((digits) => `${digits}x`),
        ),
        (text) => {
          const problem = accountNumberProblem(text);
          assert.ok(problem !== undefined && !problem.includes(text.slice(0, 5)));
        },
      ),
    );
  });
});

describe("masked account numbers", () => {
  test("show the last four digits", () => {
    assert.equal(maskAccountNumber("123456789"), "••••6789");
    assert.equal(maskAccountNumber("12345678"), "••••5678");
  });

  test("show less of a short number", () => {
    assert.equal(maskAccountNumber("123456"), "••••456");
    assert.equal(maskAccountNumber("1234"), "••••34");
    assert.equal(maskAccountNumber("1"), "••••");
    assert.equal(maskAccountNumber(""), "••••");
  });

  test("law: show at most four characters and at most half of them", () => {
    fc.assert(
      fc.property(anyDigits(0, 40), (digits) => {
        const shown = maskAccountNumber(digits).slice(4);
        assert.ok(shown.length <= 4 && shown.length * 2 <= digits.length);
        assert.ok(digits.endsWith(shown));
      }),
    );
  });
});
