import { assert } from "../../../kernel/assert.ts";
import { DAY_MS, HOUR_MS, plusMs, SECOND_MS } from "../../../kernel/clock/clock.ts";

/**
 * When a delivery that failed is tried again (decision R9: exponential back-off and jitter for 3 days).
 *
 * After the n-th attempt the nominal wait is 5 s doubled n-1 times, at most 4 hours; the wait taken is a random half to one
 * and a half of it, so endpoints that failed together do not come back together, and never more than 6 hours. The last attempt
 * falls on the end of the third day at the latest: a receiver that is back by then has missed nothing.
 *
 * Every answer but 2xx is tried again, 4xx included: a receiver being deployed or reconfigured answers 401, 404 and even 410
 * for a while, and a lost event costs more than some thirty requests over three days
 * (decision R9). 410 therefore does not switch an endpoint off either; its owner does, or repeated failure.
 */
export const firstWaitMs = 5 * SECOND_MS;
/** No wait is longer, whatever the receiver asks for. */
export const waitMsMax = 6 * HOUR_MS;
/** From the first attempt to the last. */
export const givenUpAfterMs = 3 * DAY_MS;
/** No delivery is attempted more often on this schedule: every wait at its shortest gives 48. */
export const attemptsMax = 48;

const nominalWaitMsMax = 4 * HOUR_MS;

/** A delivery whose newest attempt has just failed. */
export type FailedAttempt = {
  /** How many attempts have been made, this one included: 1 after the first. */
  readonly attempt: number;
  readonly firstAttemptAt: Date;
  /** May lie a little before `firstAttemptAt`, where another node with another clock made that attempt. */
  readonly failedAt: Date;
  /** From 0 up to but not 1, as `Math.random` gives it. */
  readonly random: () => number;
  /** How long the receiver asked us to wait, from `retryAfterMs`. Lengthens the wait, never shortens it. */
  readonly retryAfterMs?: number | undefined;
};

/** The moment of the next attempt, or undefined when the delivery is given up. Always after `failedAt`. */
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

/** The parts of a failed outcome that can carry a wish to wait. */
export type RefusedForNow = { readonly statusCode?: number | undefined; readonly retryAfter?: string | undefined };

/**
 * How long a receiver asks us to wait, in milliseconds from `at`: `Retry-After` in seconds or as an HTTP date (RFC 9110
 * §10.2.3), heeded on 429 and 503 only. Undefined when it asks nothing we understand.
 */
export function retryAfterMs(answer: RefusedForNow, at: Date): number | undefined {
  const text = answer.retryAfter?.trim();
  if (text === undefined || (answer.statusCode !== 429 && answer.statusCode !== 503)) return undefined;
  if (/^\d{1,10}$/.test(text)) return Math.min(Number.parseInt(text, 10) * SECOND_MS, waitMsMax);
  // Only the one date form senders may use; Date.parse alone reads far more than dates into a text.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.min(Math.max(until - at.getTime(), 0), waitMsMax);
}
