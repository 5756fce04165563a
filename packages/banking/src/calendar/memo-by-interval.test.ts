import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { memoByInterval } from "./memo-by-interval.ts";

/** Changes every ten, and counts how often it is computed. */
function steps(intervalsMax: number) {
  const seen: number[] = [];
  const memo = memoByInterval((epochMs) => {
    seen.push(epochMs);
    const fromMs = Math.floor(epochMs / 10) * 10;
    return { fromMs, untilMs: fromMs + 10, value: fromMs / 10 };
  }, intervalsMax);
  return { memo, seen };
}

describe("memoByInterval", () => {
  test("computes once per interval, which includes its start but not its end", () => {
    const { memo, seen } = steps(4);
    assert.deepEqual([10, 15, 19, 20, 9].map(memo.at), [1, 1, 1, 2, 0]);
    assert.deepEqual(seen, [10, 20, 9]);
    assert.equal(memo.at(12), 1);
    assert.deepEqual(seen, [10, 20, 9]);
  });

  test("law: always returns the computed value and never stores more intervals than allowed", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: -200, max: 200 })),
        (intervalsMax, asked) => {
          const { memo } = steps(intervalsMax);
          for (const epochMs of asked) {
            assert.equal(memo.at(epochMs), Math.floor(epochMs / 10));
            assert.ok(memo.size() <= intervalsMax);
          }
        },
      ),
    );
  });

  test("an interval that does not contain its instant fails an assertion", () => {
    const memo = memoByInterval(() => ({ fromMs: 0, untilMs: 1, value: 0 }), 1);
    assert.throws(() => memo.at(5), /holds the instant/);
  });
});
