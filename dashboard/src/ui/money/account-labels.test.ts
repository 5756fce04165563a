import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nameAndKind } from "./account-labels.ts";

describe("names of accounts", () => {
  test("end with a kind that can be left out", () => {
    assert.deepEqual(nameAndKind("Operating Checking"), ["Operating", "Checking"]);
    assert.deepEqual(nameAndKind("Checking"), ["Checking", undefined]);
    assert.deepEqual(nameAndKind("Payroll"), ["Payroll", undefined]);
  });
});
