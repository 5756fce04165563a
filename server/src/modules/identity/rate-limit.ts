import { SECOND_MS } from "../../kernel/clock.ts";

/**
 * Sliding-window counters, two buckets per key: the present window's count plus the share of the previous window that the
 * sliding one still covers. Two numbers per key whatever the rate, and no burst of twice the limit at a window's edge.
 *
 * Time is the machine's own and monotonic: the service's clock may stand still or jump in sandbox mode. Counters live in
 * the process, so N processes together allow up to N times the limit; they protect the service and decide nothing about money.
 */
export interface RateStanding {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests that would still be let through now. */
  readonly remaining: number;
  /** Seconds until the present window ends. */
  readonly resetSeconds: number;
  /** Seconds until one more request would be let through; 0 when it would be now. */
  readonly retryAfterSeconds: number;
}

export interface SlidingWindow {
  /** Counts one request of the key, unless that would exceed the limit: what is refused does not count. */
  take(key: string, limit: number): RateStanding;
  /** The same without counting. */
  peek(key: string, limit: number): RateStanding;
}

export interface SlidingWindowOptions {
  readonly windowMs: number;
  /** Keys remembered; beyond it the one idle for longest is forgotten. */
  readonly keysMax: number;
  /** Milliseconds that never run backwards. */
  readonly now?: () => number;
}

interface Buckets {
  window: number;
  current: number;
  previous: number;
}

export function createSlidingWindow({
  windowMs,
  keysMax,
  now = () => performance.now(),
}: SlidingWindowOptions): SlidingWindow {
  // In the order in which keys entered their present window: the first one has been idle for longest.
  const known = new Map<string, Buckets>();

  function bucketsOf(key: string, window: number): Buckets {
    const found = known.get(key);
    if (found?.window === window) return found;
    const buckets = { window, current: 0, previous: found?.window === window - 1 ? found.current : 0 };
    known.delete(key);
    const oldest = known.size >= keysMax ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, buckets);
    return buckets;
  }

  function standing(buckets: Buckets, elapsedMs: number, limit: number): RateStanding {
    const used = buckets.current + buckets.previous * (1 - elapsedMs / windowMs);
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

  /** How long until enough of the older bucket has slid out for one more request. */
  function waitOf({ current, previous }: Buckets, elapsedMs: number, limit: number): number {
    const room = limit - 1 - current;
    if (room >= 0) return windowMs * (1 - room / previous) - elapsedMs;
    return windowMs - elapsedMs + windowMs * (1 - (limit - 1) / current);
  }

  const at = (key: string) => {
    const ms = now();
    const window = Math.floor(ms / windowMs);
    return { buckets: bucketsOf(key, window), elapsedMs: ms - window * windowMs };
  };

  return {
    take: (key, limit) => {
      const { buckets, elapsedMs } = at(key);
      const before = standing(buckets, elapsedMs, limit);
      if (!before.allowed) return before;
      buckets.current += 1;
      return { ...before, remaining: before.remaining - 1 };
    },
    peek: (key, limit) => {
      const { buckets, elapsedMs } = at(key);
      return standing(buckets, elapsedMs, limit);
    },
  };
}
