import { assert } from "../../kernel/assert.ts";

/**
 * Remembers a function of time that is constant over intervals: `value` holds for every instant from `fromMs` (included) to
 * `untilMs` (not included), both in epoch milliseconds.
 */
export interface Interval<Value> {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly value: Value;
}

export interface MemoByInterval<Value> {
  /** The value at the instant: remembered, or computed and remembered with its whole interval. */
  at(epochMs: number): Value;
  /** Intervals held now; never above the bound. */
  size(): number;
}

/**
 * Temporal arithmetic costs microseconds where the hot path has nanoseconds, and nearly every caller asks about the present
 * instant: so the answer is kept with the interval it holds for, and asking again costs two comparisons. A handful of
 * intervals is kept, newest first to be searched, for callers that ask about other days; the oldest makes room.
 */
export function memoByInterval<Value>(
  compute: (epochMs: number) => Interval<Value>,
  intervalsMax: number,
): MemoByInterval<Value> {
  assert(Number.isInteger(intervalsMax) && intervalsMax >= 1, "a memo keeps at least one interval");
  const kept: Interval<Value>[] = [];
  let latest: Interval<Value> | undefined;
  let oldest = 0;

  const holds = (interval: Interval<Value>, epochMs: number) =>
    epochMs >= interval.fromMs && epochMs < interval.untilMs;

  return {
    at(epochMs) {
      if (latest !== undefined && holds(latest, epochMs)) return latest.value;
      const known = kept.find((interval) => holds(interval, epochMs));
      if (known !== undefined) {
        latest = known;
        return known.value;
      }
      const fresh = compute(epochMs);
      assert(holds(fresh, epochMs), "an interval holds the instant it was computed for");
      kept[oldest] = fresh;
      oldest = (oldest + 1) % intervalsMax;
      latest = fresh;
      return fresh.value;
    },
    size: () => kept.length,
  };
}
