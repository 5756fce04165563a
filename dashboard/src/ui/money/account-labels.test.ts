import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nameAndKind, transferText } from "./account-labels.ts";

describe("names of accounts", () => {
  test("end with a kind that can be left out", () => {
    assert.deepEqual(nameAndKind("Operating Checking"), ["Operating", "Checking"]);
    assert.deepEqual(nameAndKind("Checking"), ["Checking", undefined]);
    assert.deepEqual(nameAndKind("Payroll"), ["Payroll", undefined]);
  });

  test("keep the kind in a transfer between accounts that differ in nothing else", () => {
    assert.equal(transferText("Operating Checking", "Payroll Checking"), "Operating → Payroll");
    assert.equal(transferText("Operating Checking", "Treasury"), "Operating → Treasury");
    assert.equal(transferText("Operating Checking", "Operating Savings"), "Operating Checking → Operating Savings");
  });
});
