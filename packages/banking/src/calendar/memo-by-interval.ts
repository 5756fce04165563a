import { assert } from "../assert.ts";

/**
 * Caches a function of time that is constant over intervals: `value` is valid from `fromMs` (inclusive) to `untilMs`
 * (exclusive), both in epoch milliseconds.
 */
export interface Interval<Value> {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly value: Value;
}

export interface MemoByInterval<Value> {
  /** The value at the instant: from the cache, or computed and cached with its whole interval. */
  at(epochMs: number): Value;
  /** The number of cached intervals; never above the limit. */
  size(): number;
}

/**
 * Temporal arithmetic takes microseconds, which the hot path cannot afford, and nearly every caller asks about the
 * present. Caching the value with its interval reduces a call to two comparisons. A few intervals are kept, newest
 * first, and the oldest is evicted.
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
      const cached = kept.find((interval) => holds(interval, epochMs));
      if (cached !== undefined) {
        latest = cached;
        return cached.value;
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
