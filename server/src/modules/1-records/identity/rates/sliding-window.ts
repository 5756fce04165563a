import { SECOND_MS } from "#kernel/clock/clock.ts";
import { inThisGeneration } from "#kernel/process/generations.ts";

/**
 * Sliding-window counters with two buckets per key: the current window's count plus the overlapping share of the
 * previous window. Memory per key is constant, and a burst of twice the limit at a window's edge is impossible. A
 * bucket stops counting one window after its last request, so no caller waits longer than a window, as the advertised
 * policy promises.
 *
 * Time is milliseconds that hardly ever run backward: the sandbox's clock may be stopped or jump, so it is not used.
 */
export interface RateStanding {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests still allowed now. */
  readonly remaining: number;
  /** Seconds until the current window ends. */
  readonly resetSeconds: number;
  /** Seconds until one more request is allowed; 0 if it is allowed now. */
  readonly retryAfterSeconds: number;
}

export interface SlidingWindow {
  /** Counts one request of the key, unless that would exceed the limit. Rejected requests do not count. */
  take(key: string, limit: number): RateStanding;
  /** The same without counting. */
  peek(key: string, limit: number): RateStanding;
  /** Replaces what is known about a key. */
  learn(key: string, buckets: RateBuckets): void;
}

export interface SlidingWindowOptions {
  readonly windowMs: number;
  /** The maximum number of keys; beyond it, the key idle for longest is evicted. */
  readonly keysMax: number;
  readonly now?: () => number;
}

/** Requests of one key in the current window and the one before, and when each had its last request. */
export interface RateBuckets {
  readonly window: number;
  readonly current: number;
  readonly currentLastMs: number;
  readonly previous: number;
  readonly previousLastMs: number;
}

type Buckets = { -readonly [Name in keyof RateBuckets]: RateBuckets[Name] };

export function createSlidingWindow({
  windowMs,
  keysMax,
  now = () => performance.now(),
}: SlidingWindowOptions): SlidingWindow {
  // In the order in which keys entered their current window, so the first key has been idle for longest.
  const windows = new Map<string, Buckets>();
  const forgetOld = inThisGeneration(() => windows.clear());

  function keep(key: string, buckets: Buckets): Buckets {
    windows.delete(key);
    const oldest = windows.size >= keysMax ? windows.keys().next().value : undefined;
    if (oldest !== undefined) windows.delete(oldest);
    windows.set(key, buckets);
    return buckets;
  }

  /** If time ran backward across an edge, the later window continues; after a longer way back, counting starts at zero. */
  function bucketsOf(key: string, window: number): Buckets {
    forgetOld();
    const found = windows.get(key);
    if (found?.window === window || found?.window === window + 1) return found;
    const before = found?.window === window - 1 ? found : undefined;
    return keep(key, {
      window,
      current: 0,
      currentLastMs: 0,
      previous: before?.current ?? 0,
      previousLastMs: before?.currentLastMs ?? 0,
    });
  }

  const at = (key: string) => {
    const nowMs = now();
    return { buckets: bucketsOf(key, Math.floor(nowMs / windowMs)), nowMs };
  };

  return {
    take: (key, limit) => {
      const { buckets, nowMs } = at(key);
      const before = standingOf(buckets, { windowMs, nowMs, limit });
      if (!before.allowed) return before;
      buckets.current += 1;
      buckets.currentLastMs = nowMs;
      return { ...before, remaining: before.remaining - 1 };
    },
    peek: (key, limit) => {
      const { buckets, nowMs } = at(key);
      return standingOf(buckets, { windowMs, nowMs, limit });
    },
    learn: (key, buckets) => void keep(key, { ...buckets }),
  };
}

interface StandingOptions {
  readonly windowMs: number;
  readonly nowMs: number;
  readonly limit: number;
}

interface WaitOptions {
  readonly windowMs: number;
  readonly elapsedMs: number;
  readonly limit: number;
}

function standingOf(buckets: RateBuckets, { windowMs, nowMs, limit }: StandingOptions): RateStanding {
  const elapsedMs = Math.max(0, nowMs - buckets.window * windowMs);
  const isOver = nowMs - buckets.previousLastMs >= windowMs;
  const used = buckets.current + (isOver ? 0 : buckets.previous * (1 - elapsedMs / windowMs));
  const allowed = used + 1 <= limit;
  const waitMs = allowed ? 0 : waitOf(buckets, { windowMs, elapsedMs, limit });
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.floor(limit - used)),
    resetSeconds: Math.ceil((windowMs - elapsedMs) / SECOND_MS),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(waitMs / SECOND_MS)),
  };
}

/** The time until enough of the older bucket has left the window for one more request. */
function waitOf(buckets: RateBuckets, { windowMs, elapsedMs, limit }: WaitOptions): number {
  const { window, current, currentLastMs, previous, previousLastMs } = buckets;
  const untilOver = (lastMs: number) => lastMs - window * windowMs + windowMs - elapsedMs;
  const room = limit - 1 - current;
  if (room >= 0) return Math.min(windowMs * (1 - room / previous) - elapsedMs, untilOver(previousLastMs));
  return Math.min(windowMs - elapsedMs + windowMs * (1 - (limit - 1) / current), untilOver(currentLastMs));
}
