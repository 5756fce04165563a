import assert from "node:assert/strict";
import { test } from "node:test";
import { bicProblem } from "./bic.ts";
import { ibanProblem } from "./iban.ts";

test("accepts the IBANs of the registry", () => {
  for (const iban of [
    "DE89370400440532013000",
    "GB29NWBK60161331926819",
    "FR1420041010050500013M02606",
    "NO9386011117947",
  ])
    assert.equal(ibanProblem(iban), undefined, iban);
});

test("refuses any single wrong or missing character, and other forms", () => {
  const good = "DE89370400440532013000";
  for (let at = 0; at < good.length; at += 1) {
    const other = good[at] === "1" ? "2" : "1";
    assert.ok(ibanProblem(good.slice(0, at) + other + good.slice(at + 1)), `character ${at}`);
    assert.ok(ibanProblem(good.slice(0, at) + good.slice(at + 1)), `without character ${at}`);
  }
  for (const text of ["", "DE89 3704 0044 0532 0130 00", "XX89370400440532013000", "123456789"])
    assert.ok(ibanProblem(text), text);
});

test("BICs have 8 or 11 characters and a country", () => {
  for (const bic of ["DEUTDEFF", "DEUTDEFF500", "CHASUS33"]) assert.equal(bicProblem(bic), undefined, bic);
  for (const bic of ["", "DEUTDEF", "DEUTDEFF50", "12UTDEFF", "DEUT1EFF"]) assert.ok(bicProblem(bic), bic);
});
