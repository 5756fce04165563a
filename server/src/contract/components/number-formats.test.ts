import assert from "node:assert/strict";
import { test } from "node:test";
import { withDoubles } from "./number-formats.ts";

test("numbers are doubles, wherever they are, and nothing else changes", () => {
  const amount = { type: "number", description: "Dollars." };
  const given = {
    properties: { amount, limit: { type: ["number", "null"] }, count: { type: "integer" }, type: { type: "string" } },
    parameters: [{ name: "amountMin", schema: amount }],
    examples: [{ type: "number" }],
  };
  const double = { type: "number", format: "double", description: "Dollars." };
  assert.deepEqual(withDoubles(given), {
    properties: {
      ...given.properties,
      amount: double,
      limit: { type: ["number", "null"], format: "double" },
    },
    parameters: [{ name: "amountMin", schema: double }],
    examples: [{ type: "number" }],
  });
});
