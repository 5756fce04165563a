import { assert } from "#kernel/assert.ts";
import { DAY_MS, HOUR_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";

/**
 * When a failed delivery is retried (decision R9: exponential back-off with jitter for 3 days).
 *
 * After the n-th attempt, the nominal delay is 5 s doubled n-1 times, at most 4 hours; the actual delay is a random 50
 * to 150 percent, at most 6 hours, so that endpoints do not retry at the same time. The last attempt is made at the end
 * of the third day at the latest.
 *
 * Every response except 2xx is retried, including 4xx: during a deployment, a receiver may return 401, 404, or even 410
 * for a while, and a lost event costs more than about thirty requests. For the same reason, 410 does not disable an
 * endpoint.
 */
export const firstWaitMs = 5 * SECOND_MS;
/** The maximum delay, even if the receiver requests a longer one. */
export const waitMsMax = 6 * HOUR_MS;
/** From the first attempt to the last. */
export const givenUpAfterMs = 3 * DAY_MS;
/** The maximum number of attempts: with every delay at its shortest, there are 48. */
export const attemptsMax = 48;

export const nominalWaitMsMax = 4 * HOUR_MS;

/** A delivery whose latest attempt has just failed. */
export type FailedAttempt = {
  /** The number of attempts so far: 1 after the first. */
  readonly attempt: number;
  readonly firstAttemptAt: Date;
  /** May be slightly before `firstAttemptAt`, if another node with another clock made that attempt. */
  readonly failedAt: Date;
  /** From 0 (inclusive) to 1 (exclusive), like `Math.random`. */
  readonly random: () => number;
  /** The delay that the receiver requested, from `retryAfterMs`. It can extend the delay, never shorten it. */
  readonly retryAfterMs?: number | undefined;
};

/** When the next attempt is made, or undefined if there is none. Always after `failedAt`. */
export function nextAttemptAt(failed: FailedAttempt): Date | undefined {
  const { attempt, firstAttemptAt, failedAt, random, retryAfterMs } = failed;
  assert(Number.isSafeInteger(attempt) && attempt >= 1, "attempts are counted from 1");
  const lastAt = plusMs(firstAttemptAt, givenUpAfterMs);
  if (failedAt >= lastAt || attempt >= attemptsMax) return undefined;

  const chance = random();
  assert(chance >= 0 && chance < 1, "a random number lies in [0, 1)");
  const nominalMs = Math.min(firstWaitMs * 2 ** (attempt - 1), nominalWaitMsMax);
  const ownWaitMs = Math.round(nominalMs * (0.5 + chance));
  const askedMs = Math.min(Math.max(retryAfterMs ?? 0, 0), waitMsMax);
  const next = plusMs(failedAt, Math.max(ownWaitMs, askedMs));
  return next < lastAt ? next : lastAt;
}

/** The parts of a failed outcome that may request a delay. */
export type RetryableResponse = { readonly statusCode?: number | undefined; readonly retryAfter?: string | undefined };

/**
 * The delay that a receiver requests, in milliseconds from `at`: `Retry-After` in seconds or as an HTTP date (RFC 9110
 * §10.2.3), respected for 429 and 503 only. Undefined if there is no valid value.
 */
export function retryAfterMs(answer: RetryableResponse, at: Date): number | undefined {
  const text = answer.retryAfter?.trim();
  if (text === undefined || (answer.statusCode !== 429 && answer.statusCode !== 503)) return undefined;
  if (/^\d{1,10}$/.test(text)) return Math.min(Number.parseInt(text, 10) * SECOND_MS, waitMsMax);
  // Only the date format that senders must use; Date.parse accepts far more.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.min(Math.max(until - at.getTime(), 0), waitMsMax);
}
