import { DAY_MS, HOUR_MS, plusMs, SECOND_MS } from "../../kernel/clock/clock.ts";

const FIRST_WAIT_MS = 15 * SECOND_MS;
const WAIT_MS_MAX = HOUR_MS;
/** From the first attempt to the last, for mails whose link does not end before. */
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;

/** A mail whose newest attempt has just failed. */
export interface FailedMail {
  /** This one included: 1 after the first. */
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  readonly expiresAt: Date | undefined;
  readonly failedAt: Date;
  /** From 0 up to but not 1. */
  readonly random: () => number;
}

/** When the next attempt is made, waiting twice as long each time, up to an hour; undefined when it is given up. */
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
