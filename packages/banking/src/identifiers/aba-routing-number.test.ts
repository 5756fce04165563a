import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  isRoutingNumber,
  routingNumberCheckDigit,
  routingNumberPrefixRanges,
  routingNumberProblem,
} from "./aba-routing-number.ts";

const anyPrefix = fc.oneof(...routingNumberPrefixRanges.map(([min, max]) => fc.integer({ min, max })));
const anyRoutingNumber = fc
  .tuple(anyPrefix, fc.integer({ min: 1, max: 999_999 }))
  .map(([prefix, rest]) => String(prefix).padStart(2, "0") + String(rest).padStart(6, "0"))
  .map((eight) => eight + routingNumberCheckDigit(eight));

describe("ABA routing numbers", () => {
  test("accepts real banks' numbers, including the Treasury's with its 00", () => {
    const banks = [
      "021000021",
      "011401533",
      "091000019",
      "121000358",
      "026009593",
      "322271627",
      "011000015",
      "000000518",
    ];
    for (const routingNumber of banks) assert.equal(routingNumberProblem(routingNumber), undefined, routingNumber);
  });

  test("each mistake has its own message", () => {
    const nineDigits = /exactly nine digits/;
    for (const text of ["", "02100002", "0210000210", "021-00002", "02100002 ", "０２１０００021", "02100002a"]) {
      assert.match(routingNumberProblem(text) ?? "", nineDigits, text);
    }
    assert.match(routingNumberProblem("000000000") ?? "", /Nine zeros/);
    for (const prefix of ["13", "20", "33", "60", "73", "79", "81", "99"]) {
      const eight = `${prefix}000001`;
      assert.match(
        routingNumberProblem(eight + routingNumberCheckDigit(eight)) ?? "",
        new RegExp(`begins with ${prefix}`),
      );
    }
    assert.match(routingNumberProblem("021000022") ?? "", /check digit/);
  });

  test("law: accepts every number with a known prefix and its check digit, and finds any one mistyped digit", () => {
    fc.assert(
      fc.property(anyRoutingNumber, fc.nat(8), fc.integer({ min: 1, max: 9 }), (routingNumber, at, by) => {
        assert.ok(isRoutingNumber(routingNumber), routingNumber);
        const digit = (Number(routingNumber[at]) + by) % 10;
        assert.ok(!isRoutingNumber(routingNumber.slice(0, at) + digit + routingNumber.slice(at + 1)));
      }),
    );
  });

  test("law: finds two swapped adjacent digits, unless they differ by five", () => {
    fc.assert(
      fc.property(anyRoutingNumber, fc.nat(7), (routingNumber, at) => {
        const [left, right] = [routingNumber.charAt(at), routingNumber.charAt(at + 1)];
        fc.pre(Math.abs(Number(left) - Number(right)) % 5 !== 0);
        assert.ok(!isRoutingNumber(routingNumber.slice(0, at) + right + left + routingNumber.slice(at + 2)));
      }),
    );
  });

  test("computes a check digit only from eight digits", () => {
    assert.equal(routingNumberCheckDigit("02100002"), "1");
    assert.throws(() => routingNumberCheckDigit("0210000"), RangeError);
  });
});
