import assert from "node:assert/strict";
import { test } from "node:test";
import { daysAfter, termsOf } from "./terms.ts";

test("terms follow from the two dates", () => {
  assert.equal(termsOf("2026-01-31", "2026-01-31"), 0);
  assert.equal(termsOf("2026-01-31", "2026-03-02"), 30);
  assert.equal(termsOf("2026-10-20", "2026-11-04"), 15, "across a change of the clock");
  assert.equal(termsOf("2026-01-31", "2026-02-01"), undefined);
  assert.equal(termsOf("", "2026-02-01"), undefined);
});

test("a due date is so many days after the invoice date", () => {
  assert.equal(daysAfter("2026-01-31", 30), "2026-03-02");
  assert.equal(daysAfter("2028-02-14", 15), "2028-02-29");
  assert.equal(daysAfter("", 30), "");
});
