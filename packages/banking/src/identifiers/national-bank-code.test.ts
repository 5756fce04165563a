import assert from "node:assert/strict";
import { test } from "node:test";
import { nationalBankCode, nationalBankCodeProblem, nationalClearingSystem } from "./national-bank-code.ts";

const codes = [
  ["AU", "062-000", "062000", "AUBSB"],
  ["CA", "003-00012", "000300012", "CACPA"],
  ["CA", "0003 00012", "000300012", "CACPA"],
  ["IN", "hdfc0000001", "HDFC0000001", "INFSC"],
  ["ZA", "632 005", "632005", "ZANCC"],
] as const;

for (const [country, entered, code, system] of codes)
  test(`${entered} is a bank in ${country}`, () => {
    assert.equal(nationalBankCode(country, entered), code);
    assert.equal(nationalBankCodeProblem(country, code), undefined);
    assert.equal(nationalClearingSystem(country), system);
    for (const wrong of ["", code.slice(1), `${code}1`, "ABCDEFGHIJK"])
      assert.match(nationalBankCodeProblem(country, wrong) ?? "", /^must be /, wrong);
  });

test("elsewhere, the BIC is enough", () => {
  for (const country of ["DE", "JP", "toString"]) {
    assert.equal(nationalClearingSystem(country), undefined);
    assert.equal(nationalBankCodeProblem(country, ""), undefined);
  }
});
