import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeReason, reasonText } from "./describe-reason.ts";
import { remediedCodes, remedyFor } from "./remedies.ts";

const kindOf = (code: string) => remedyFor(reasonText(code)).kind;

describe("what to do after a failure", () => {
  test("follows from its reason", () => {
    for (const code of ["R02", "R03", "AC04", "RC04", "CK-MAIL", "BF-PRENOTE"])
      assert.equal(kindOf(code), "correctDetails", code);
    for (const code of ["R01", "AM04", "AB08", "CK-LOST", "BF-REJECTED"]) assert.equal(kindOf(code), "payAgain", code);
    for (const code of ["R23", "AC06"]) assert.equal(kindOf(code), "askRecipient", code);
    for (const code of ["R16", "R24", "SC-LIST", "BF-CHANGED"]) assert.equal(kindOf(code), "review", code);
  });

  test("is to ask the recipient if the reason is unknown, or is no code", () => {
    const { why } = remedyFor("The bank gave no reason");
    for (const reason of ["", "R99: the bank gave this code without an explanation", "toString", "R03", "r03: No"])
      assert.equal(remedyFor(reason).why === why, reason !== "R03", reason);
  });

  test("law: every code exists, and every sentence is one", () => {
    for (const code of remediedCodes) {
      assert.notEqual(describeReason(code), undefined, code);
      assert.match(remedyFor(code).why, /^[A-Z][^.]*\.$/, code);
    }
  });
});
