import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { routingNumberCheckDigit } from "bursar-banking/identifiers/aba-routing-number";
import fc from "fast-check";
import { fileIdentityOf, fileIdModifierAt } from "./file-identity.ts";
import { checkDigitOf, hasCheckDigit } from "./routing-number.ts";
import { traceNumberOf, traceNumberParts } from "./trace-number.ts";

describe("identifiers of Nacha files", () => {
  test("the check digit is the one that the service computes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (number) => {
        const eight = String(number).padStart(8, "0");
        assert.equal(checkDigitOf(eight), routingNumberCheckDigit(eight));
      }),
    );
    assert.ok(hasCheckDigit("021000021"));
    for (const text of ["021000022", "000000000", "02100002", "", "02100002A"]) assert.ok(!hasCheckDigit(text), text);
    assert.throws(() => checkDigitOf("1234567"), RangeError);
  });

  test("a trace number is the ODFI and a sequence number", () => {
    assert.equal(traceNumberOf({ odfiIdentification: "12104288", sequenceNumber: 7 }), "121042880000007");
    assert.deepEqual(traceNumberParts("121042889999999"), {
      odfiIdentification: "12104288",
      sequenceNumber: 9_999_999,
    });
    assert.equal(traceNumberParts("12104288"), undefined);
    assert.throws(() => traceNumberOf({ odfiIdentification: "12104288", sequenceNumber: 10_000_000 }), RangeError);
    assert.throws(() => traceNumberOf({ odfiIdentification: "1210428", sequenceNumber: 1 }), RangeError);
  });

  test("the files of a day are A to Z, then 0 to 9, and no more", () => {
    const modifiers = Array.from({ length: 37 }, (_, at) => fileIdModifierAt(at));
    assert.equal(modifiers.slice(0, 36).join(""), "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    assert.equal(modifiers[36], undefined);
    assert.equal(fileIdModifierAt(-1), undefined);
  });

  test("five values identify a file", () => {
    const header = {
      immediateDestination: "121042882",
      immediateOrigin: "1231231230",
      fileCreationDate: "2026-11-20",
      fileIdModifier: "A",
      immediateDestinationName: "FIRST BANK",
    };
    assert.deepEqual(fileIdentityOf(header), {
      immediateOrigin: "1231231230",
      immediateDestination: "121042882",
      fileCreationDate: "2026-11-20",
      fileCreationTime: "",
      fileIdModifier: "A",
    });
  });
});
