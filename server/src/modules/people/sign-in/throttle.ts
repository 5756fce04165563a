import { DAY_MS, MINUTE_MS, plusMs, SECOND_MS } from "../../../kernel/clock/clock.ts";

/**
 * How failed attempts are held back. An attempt counts as failed from the moment it begins until it has succeeded, so a
 * thousand at once are counted like a thousand in a row.
 *
 * The pair of account and network comes first: a guesser elsewhere delays only themselves. The account as a whole is held back
 * only after many failures, for a minute at most, and not for networks that signed in to it within the last 30 days, nor for a
 * network's first tries: a flood from other networks cannot keep its owner out. A device that the account was signed in on is
 * counted by itself and by nothing else.
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
  device: { free: 5, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: DAY_MS },
  pair: { free: 5, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: DAY_MS },
  account: { free: 50, firstDelayMs: SECOND_MS, longestDelayMs: MINUTE_MS, memoryMs: DAY_MS },
  network: { free: 50, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: 15 * MINUTE_MS },
} as const satisfies Readonly<Record<string, ThrottleRule>>;

/** So many tries of a network at an account in a day are not held back by what other networks do to the account. */
export const FIRST_TRIES = 3;
/** A pair that succeeded within this time is not held back by what others do to the account. */
export const KNOWN_NETWORK_MS = 30 * DAY_MS;

export interface ThrottleState {
  readonly failures: number;
  readonly blockedUntil: Date | undefined;
  readonly lastAttemptAt: Date;
}

/** What counts as one place that guesses: an IPv4 /24, an IPv6 /48. Addresses are in canonical form. */
export function signInNetworkOf(address: string): string {
  if (!address.includes(":")) return address.split(".").slice(0, 3).join(".");
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const zeros = tail === undefined ? [] : Array<string>(8).fill("0");
  return [...groups, ...zeros].slice(0, 3).join(":");
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
