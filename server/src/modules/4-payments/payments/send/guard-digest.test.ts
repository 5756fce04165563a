import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HOUR_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { guardContent, guardDigests, PERIOD_MS } from "./guard-digest.ts";

const content = guardContent(["organization", "account", "recipient", 5_000n, "ach"]);
const boundary = new Date(830 * PERIOD_MS);
const middle = plusMs(boundary, PERIOD_MS / 2);

describe("digests of the duplicate guard", () => {
  test("a payment's own digest comes first, and one is enough in the middle of a period", () => {
    assert.deepEqual(guardDigests(content, middle, 24), [(830n << 52n) | content]);
  });

  test("they include the stored digest of any earlier payment within the guard's time", () => {
    for (const hours of [1, 24, 168, 8760]) {
      for (const at of [boundary, plusMs(boundary, -1), plusMs(boundary, 12 * HOUR_MS), middle]) {
        const digests = guardDigests(content, at, hours);
        for (let back = 0; back <= hours; back += hours / 24) {
          const stored = guardDigests(content, plusMs(at, -back * HOUR_MS), hours)[0];
          assert.ok(
            stored !== undefined && digests.includes(stored),
            `${hours} hours, ${back} back from ${at.toISOString()}`,
          );
        }
        assert.equal(new Set(digests).size, digests.length);
      }
    }
  });

  test("a digest stored by a process whose clock is ahead is found across the boundary", () => {
    const ahead = guardDigests(content, plusMs(boundary, SECOND_MS), 24)[0];
    assert.ok(ahead !== undefined && guardDigests(content, plusMs(boundary, -SECOND_MS), 24).includes(ahead));
  });

  test("they fit a signed 64-bit column for more than a century, and increase with time", () => {
    const own = ["1970-01-02", "2026-11-21", "2109-01-01"].map(
      (day) => guardDigests(content, new Date(day), 1)[0] ?? 0n,
    );
    assert.deepEqual(
      own,
      [...own].sort((a, b) => (a < b ? -1 : 1)),
    );
    assert.ok(own.every((digest) => digest === BigInt.asIntN(64, digest) && digest > 0n));
  });

  test("different payments have different digests", () => {
    assert.notEqual(content, guardContent(["organization", "account", "recipient", 5_001n, "ach"]));
  });
});
