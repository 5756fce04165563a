import assert from "node:assert/strict";
import { test } from "node:test";
import { countWithin } from "./statement.ts";

test("a page of statements is bounded by their lines, and has at least one statement", () => {
  const of = (...lines: readonly number[]) => lines.map((count) => ({ lines: BigInt(count) }));
  assert.equal(countWithin(of(), 10), 0);
  assert.equal(countWithin(of(99), 10), 1);
  assert.equal(countWithin(of(4, 6), 10), 2);
  assert.equal(countWithin(of(4, 6, 1), 10), 2);
  assert.equal(countWithin(of(11, 1), 10), 1);
});
