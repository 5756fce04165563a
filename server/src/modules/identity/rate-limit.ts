import { SECOND_MS } from "../../kernel/clock/clock.ts";

/**
 * Sliding-window counters with two buckets per key: the current window's count plus the overlapping share of the
 * previous window. Memory per key is constant, and a burst of twice the limit at a window's edge is impossible. A
 * bucket stops counting one window after its last request, so no caller waits longer than a window, as the advertised
 * policy promises.
 *
 * Time is the machine's monotonic clock, because the sandbox's clock may be stopped or jump. Counters are per process,
 * so N processes allow up to N times the limit; they protect the service and never decide about money.
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
}

export interface SlidingWindowOptions {
  readonly windowMs: number;
  /** The maximum number of keys; beyond it, the key idle for longest is evicted. */
  readonly keysMax: number;
  /** Milliseconds that never run backward. */
  readonly now?: () => number;
}

interface Buckets {
  window: number;
  current: number;
  currentLastMs: number;
  previous: number;
  previousLastMs: number;
}

export function createSlidingWindow({
  windowMs,
  keysMax,
  now = () => performance.now(),
}: SlidingWindowOptions): SlidingWindow {
  // In the order in which keys entered their current window, so the first key has been idle for longest.
  const known = new Map<string, Buckets>();

  function bucketsOf(key: string, window: number): Buckets {
    const found = known.get(key);
    if (found?.window === window) return found;
    const before = found?.window === window - 1 ? found : undefined;
    const buckets = {
      window,
      current: 0,
      currentLastMs: 0,
      previous: before?.current ?? 0,
      previousLastMs: before?.currentLastMs ?? 0,
    };
    known.delete(key);
    const oldest = known.size >= keysMax ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, buckets);
    return buckets;
  }

  function standing(buckets: Buckets, nowMs: number, limit: number): RateStanding {
    const elapsedMs = nowMs - buckets.window * windowMs;
    const isOver = nowMs - buckets.previousLastMs >= windowMs;
    const used = buckets.current + (isOver ? 0 : buckets.previous * (1 - elapsedMs / windowMs));
    const allowed = used + 1 <= limit;
    const waitMs = allowed ? 0 : waitOf(buckets, elapsedMs, limit);
    return {
      allowed,
      limit,
      remaining: Math.max(0, Math.floor(limit - used)),
      resetSeconds: Math.ceil((windowMs - elapsedMs) / SECOND_MS),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(waitMs / SECOND_MS)),
    };
  }

  /** The time until enough of the older bucket has left the window for one more request. */
  function waitOf(buckets: Buckets, elapsedMs: number, limit: number): number {
    const { window, current, currentLastMs, previous, previousLastMs } = buckets;
    const untilOver = (lastMs: number) => lastMs - window * windowMs + windowMs - elapsedMs;
    const room = limit - 1 - current;
    if (room >= 0) return Math.min(windowMs * (1 - room / previous) - elapsedMs, untilOver(previousLastMs));
    return Math.min(windowMs - elapsedMs + windowMs * (1 - (limit - 1) / current), untilOver(currentLastMs));
  }

  const at = (key: string) => {
    const nowMs = now();
    return { buckets: bucketsOf(key, Math.floor(nowMs / windowMs)), nowMs };
  };

  return {
    take: (key, limit) => {
      const { buckets, nowMs } = at(key);
      const before = standing(buckets, nowMs, limit);
      if (!before.allowed) return before;
      buckets.current += 1;
      buckets.currentLastMs = nowMs;
      return { ...before, remaining: before.remaining - 1 };
    },
    peek: (key, limit) => {
      const { buckets, nowMs } = at(key);
      return standing(buckets, nowMs, limit);
    },
  };
}
