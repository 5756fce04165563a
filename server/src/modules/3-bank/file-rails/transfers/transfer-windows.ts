import { isBankingDay, nextBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import { MINUTE_MS } from "#kernel/clock/clock.ts";

/**
 * When messages with wires are written: every few minutes while the bank's wire desk is open, so that payments made
 * together go together. Real-time payments have no windows.
 */
const EVERY_MS = 2 * MINUTE_MS;
/** Banks take customers' wires from the morning on, whatever their cut-off. */
const OPENS_AT = methodTable.domesticWire.schedule.opensAt;

const time = (wallClock: string): Temporal.PlainTime => Temporal.PlainTime.from(wallClock);

/** The window that a payment belongs to which is received at the instant: `at` itself without a cut-off. */
export function transferWindowAfter(cutOff: string | undefined, at: Date): Date {
  if (cutOff === undefined) return at;
  const today = newYorkDate(at);
  if (isBankingDay(today)) {
    const opens = newYorkInstant(today, time(OPENS_AT));
    const closes = newYorkInstant(today, time(cutOff));
    if (at < opens && opens < closes) return opens;
    if (at < closes) {
      const next = new Date((Math.floor(at.getTime() / EVERY_MS) + 1) * EVERY_MS);
      // Shortly before the cut-off, nothing waits for others.
      return next < closes ? next : at;
    }
  }
  return newYorkInstant(nextBankingDay(today), time(OPENS_AT < cutOff ? OPENS_AT : "00:00"));
}

/** Whether a message may be sent at the instant: not after the cut-off, because the bank would pay a day later. */
export function isOpenAt(cutOff: string | undefined, at: Date): boolean {
  if (cutOff === undefined) return true;
  const today = newYorkDate(at);
  if (!isBankingDay(today)) return false;
  const opensAt = OPENS_AT < cutOff ? OPENS_AT : "00:00";
  return at >= newYorkInstant(today, time(opensAt)) && at <= newYorkInstant(today, time(cutOff));
}
