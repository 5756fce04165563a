import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { methodTable, paymentMethods } from "bursar-banking/identifiers/payment-method";
import fc from "fast-check";
import { anyText } from "../../../../../test/kit/faults/any-text.ts";
import { addressLineProblem, nameProblem, spelledName, spelledNames } from "./spell-name.ts";

describe("names in payments", () => {
  test("say what cannot be written, and what to do", () => {
    assert.equal(
      nameProblem("Иван 🚀"),
      "cannot be written in payments, because banks' files have no form of И в а н 🚀. Enter the name as the recipient's bank has it, in Latin letters; the nickname can keep this spelling",
    );
    assert.match(nameProblem("東京株式会社") ?? "", /東 京 株 式 会 and others\./);
    assert.equal(nameProblem("---"), "must have a letter, or a digit other than 0");
    assert.equal(nameProblem("José Ñandú & Søn"), undefined);
    assert.match(addressLineProblem("ул. Ленина 1") ?? "", /Enter it in Latin letters$/);
    assert.equal(addressLineProblem("Hauptstraße 1"), undefined);
  });

  test("are cut at the width of each method's field", () => {
    const name = "Größenwahn & Söhne Verwaltungsgesellschaft";
    assert.equal(spelledName("ach", name), "Grossenwahn & Sohne Ve");
    assert.equal(spelledName("check", name), "Grossenwahn & Sohne Verwaltungsgesellschaft");
    assert.deepEqual(
      spelledNames(paymentMethods, name).map(({ paymentMethod }) => paymentMethod),
      paymentMethods,
    );
    assert.deepEqual(spelledNames(paymentMethods, "محمد"), []);
  });

  test("law: every method can write a name without a problem, and none can write one with a problem", () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: "grapheme", maxLength: 140 })), (name) => {
        for (const method of paymentMethods) {
          const spelled = spelledName(method, name);
          assert.equal(spelled === undefined, nameProblem(name) !== undefined);
          if (spelled === undefined) continue;
          assert.match(spelled, /^[!-~]([ -~]*[!-~])?$/);
          assert.ok(spelled.length <= methodTable[method].nameLengthMax);
        }
      }),
    );
  });
});
