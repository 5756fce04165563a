import { DAY_MS, MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";

/**
 * Throttling of failed attempts. An attempt counts as failed from its start until it succeeds, so a thousand at once
 * count like a thousand in a row.
 *
 * The pair of account and network comes first: a guesser elsewhere delays only themselves. The whole account is
 * throttled only after many failures, for at most a minute, and not for networks that signed in during the last 30 days
 * or that have hardly tried, so a flood from other networks cannot lock the owner out. A device on which the account
 * has signed in before has its own counter and no other. Links with a secret have their own counter per network: any
 * website can make its visitors' browsers open wrong ones, which must not lock their network out of signing in.
 */
export interface ThrottleRule {
  /** Failures without any delay. */
  readonly free: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** Failures are forgotten after this long without another one. */
  readonly memoryMs: number;
}

export const throttleRules = {
  device: { free: 5, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: DAY_MS },
  pair: { free: 5, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: DAY_MS },
  account: { free: 50, firstDelayMs: SECOND_MS, longestDelayMs: MINUTE_MS, memoryMs: DAY_MS },
  network: { free: 50, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: 15 * MINUTE_MS },
  links: { free: 50, firstDelayMs: 2 * SECOND_MS, longestDelayMs: 15 * MINUTE_MS, memoryMs: 15 * MINUTE_MS },
} as const satisfies Readonly<Record<string, ThrottleRule>>;

/** This many attempts per network, account, and day ignore the account's counter. */
export const FIRST_TRIES = 3;
/** A pair that succeeded within this time ignores the account's counter. */
export const KNOWN_NETWORK_MS = 30 * DAY_MS;

export interface ThrottleState {
  readonly failures: number;
  readonly blockedUntil: Date | undefined;
  readonly lastAttemptAt: Date;
}

/** The network that counts as one source of guesses: an IPv4 /24 or an IPv6 /48. Addresses are in canonical form. */
export function signInNetworkOf(address: string): string {
  if (!address.includes(":")) return address.split(".").slice(0, 3).join(".");
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const zeros = tail === undefined ? [] : Array<string>(8).fill("0");
  return [...groups, ...zeros].slice(0, 3).join(":");
}

/** When the next attempt may start after one more failure; the delay doubles each time. */
export function afterAttempt(rule: ThrottleRule, before: ThrottleState, now: Date): ThrottleState {
  const isForgotten = now.getTime() - before.lastAttemptAt.getTime() > rule.memoryMs;
  const failures = isForgotten ? 1 : before.failures + 1;
  const over = failures - rule.free;
  // Beyond 30 doublings, every delay is the longest one.
  const delayMs = over < 0 ? 0 : Math.min(rule.longestDelayMs, rule.firstDelayMs * 2 ** Math.min(over, 30));
  return { failures, blockedUntil: delayMs === 0 ? undefined : plusMs(now, delayMs), lastAttemptAt: now };
}
