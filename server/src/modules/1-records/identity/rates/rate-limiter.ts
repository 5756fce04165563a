import { MINUTE_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Job } from "#kernel/work/worker.ts";
import { deleteOldRateCounts } from "./rate-counts.queries.ts";
import { createSharedCounts, type RateKey } from "./shared-counts.ts";
import { createSlidingWindow, type RateStanding } from "./sliding-window.ts";

/** Requests per minute of tokens, sessions, and networks. */
export interface RateLimiter {
  /**
   * Counts one request, unless that would exceed the limit. The answer is immediate, except close to a limit that
   * several processes share.
   */
  take(key: RateKey, limit: number): RateStanding | Promise<RateStanding>;
  /** What this process knows, without counting and without asking. */
  peek(key: RateKey, limit: number): RateStanding;
  /** Shares what is not shared yet; resolves when nothing is in progress. */
  close(): Promise<void>;
}

export interface RateLimiterOptions {
  /** The share of a limit that one process may admit before the other processes learn about it. */
  readonly unsharedShare: number;
  /** How long a request close to its limit waits for the database before this process decides alone. */
  readonly waitMsMax?: number;
}

const KEYS_MAX = 50_000;
/** Shorter than the wait for a connection (openPostgres), after which a request gets 503 anyway. */
const WAIT_MS_MAX = 2_000;
/** From this share of a limit on, the database is asked before a request is admitted. */
const NEAR = 0.9;

/**
 * Sliding windows that all processes of a PostgreSQL database share (ADR 0061). Each process counts in memory and adds
 * its count to the database when it has admitted half of its unshared share, without making a request wait. Only
 * requests close to the limit, or beyond the unshared share, wait for the database. So a limit is exceeded by at most
 * the unshared share per process, however many requests arrive at once, and a process that dies takes no more than that
 * share with it. While the database does not answer, each process uses its own count.
 */
export function createRateLimiter(
  service: Pick<Service, "database" | "log">,
  { unsharedShare, waitMsMax = WAIT_MS_MAX }: RateLimiterOptions,
): RateLimiter {
  const shared = createSharedCounts(service, {
    openWindow: (now) => createSlidingWindow({ windowMs: MINUTE_MS, keysMax: KEYS_MAX, now }),
    waitMsMax,
  });
  return {
    take: (key, limit) => {
      const before = shared.window.peek(key.id, limit);
      if (!before.allowed) {
        shared.refresh(key);
        return before;
      }
      const credit = Math.floor(limit * unsharedShare);
      const unshared = shared.unsharedOf(key);
      if (unshared + 1 > credit || before.remaining <= limit * (1 - NEAR)) return shared.ask(key, limit);
      shared.note(key, (unshared + 1) * 2 >= credit);
      return shared.window.take(key.id, limit);
    },
    peek: (key, limit) => shared.window.peek(key.id, limit),
    close: shared.close,
  };
}

/** Deletes counts that no limit needs any more. */
export const rateCountsJob = ({ database }: Pick<Service, "database">): Job => ({
  name: "rate-counts-clean-up",
  everyMs: MINUTE_MS,
  byTheClockOnly: true,
  run: () => deleteOldRateCounts(database),
});
