import { isBankingDay } from "bursar-banking/calendar/business-day";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";

/**
 * The custodian's day in New York: on banking days, the sweep places its orders at 15:00. Every day closes at 17:00,
 * weekends and holidays included, because dividends accrue on all of them.
 */
const SWEEP_TIME = Temporal.PlainTime.from("15:00");
export const CLOSE_TIME = Temporal.PlainTime.from("17:00");

/** The first step of the custodian's day after an instant. */
export function nextRunAfter(at: Date): Date {
  const today = newYorkDate(at);
  const tomorrow = today.add({ days: 1 });
  const steps = [
    ...(isBankingDay(today) ? [newYorkInstant(today, SWEEP_TIME)] : []),
    newYorkInstant(today, CLOSE_TIME),
  ];
  return steps.find((step) => step > at) ?? newYorkInstant(tomorrow, isBankingDay(tomorrow) ? SWEEP_TIME : CLOSE_TIME);
}
