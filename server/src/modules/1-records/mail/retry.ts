import { DAY_MS, HOUR_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";

const FIRST_WAIT_MS = 15 * SECOND_MS;
const WAIT_MS_MAX = HOUR_MS;
/** From the first attempt to the last, unless the email's link expires earlier. */
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;

/** An email whose latest attempt has just failed. */
export interface FailedMail {
  /** Including this one: 1 after the first. */
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  readonly expiresAt: Date | undefined;
  readonly failedAt: Date;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** When the next attempt is made; the delay doubles up to an hour. Undefined when no more attempts are made. */
export function nextMailAttemptAt({
  attempts,
  firstAttemptAt,
  expiresAt,
  failedAt,
  random,
}: FailedMail): Date | undefined {
  const nominalMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20), WAIT_MS_MAX);
  const next = plusMs(failedAt, Math.round(nominalMs * (0.75 + random() / 2)));
  const last = expiresAt ?? plusMs(firstAttemptAt, GIVEN_UP_AFTER_MS);
  return next < last ? next : undefined;
}
