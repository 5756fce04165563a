import { DAY_MS, MINUTE_MS, plusMs, SECOND_MS } from "../../kernel/clock.ts";

/**
 * How failed attempts are held back. An attempt counts as failed from the moment it begins until it has succeeded, so a
 * thousand at once are counted like a thousand in a row.
 *
 * The pair of account and network comes first: whoever guesses from elsewhere delays nobody but themselves. The account as a
 * whole is held back only after many failures, for a minute at most, and never for networks it was signed in from within the
 * last 30 days: so nobody can be kept out by somebody else for ever.
 */
export interface ThrottleRule {
  /** Failures without any delay. */
  readonly free: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** Failures are forgotten when none came for as long. */
  readonly memoryMs: number;
}

export const throttleRules = {
  pair: { free: 5, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: DAY_MS },
  account: { free: 50, firstDelayMs: SECOND_MS, longestDelayMs: MINUTE_MS, memoryMs: DAY_MS },
  network: { free: 50, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: 15 * MINUTE_MS },
} as const satisfies Readonly<Record<string, ThrottleRule>>;

/** A pair that succeeded within this time is not held back by what others do to the account. */
export const KNOWN_NETWORK_MS = 30 * DAY_MS;

export interface ThrottleState {
  readonly failures: number;
  readonly blockedUntil: Date | undefined;
  readonly lastAttemptAt: Date;
}

/** Until when the next attempt waits after one more failure, doubling each time. */
export function afterAttempt(rule: ThrottleRule, before: ThrottleState, now: Date): ThrottleState {
  const isForgotten = now.getTime() - before.lastAttemptAt.getTime() > rule.memoryMs;
  const failures = isForgotten ? 1 : before.failures + 1;
  const over = failures - rule.free;
  // Beyond 30 doublings every delay is the longest one.
  const delayMs = over < 0 ? 0 : Math.min(rule.longestDelayMs, rule.firstDelayMs * 2 ** Math.min(over, 30));
  return { failures, blockedUntil: delayMs === 0 ? undefined : plusMs(now, delayMs), lastAttemptAt: now };
}
