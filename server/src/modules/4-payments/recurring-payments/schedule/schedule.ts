import { bankingDayOnOrAfter, bankingDayOnOrBefore } from "bursar-banking/calendar/business-day";
import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { assert, present } from "#kernel/assert.ts";

/**
 * The days of a recurring payment. An occurrence has a scheduled day, which the calendar alone determines and which
 * names it, and a payment day: the banking day on which it is paid (decision S10). Days are dates in New York.
 */

export const frequencies = ["weekly", "everyTwoWeeks", "monthly", "lastBusinessDay"] as const;
export type Frequency = (typeof frequencies)[number];

/** Where an occurrence on a weekend or federal holiday goes: to the banking day before, or to the one after. */
export const rolls = ["before", "after"] as const;
export type Roll = (typeof rolls)[number];

export interface Schedule {
  readonly frequency: Frequency;
  /** The first day on which an occurrence may be. */
  readonly startOn: Temporal.PlainDate;
  /** Of a monthly payment, 1 to 31; a month that is shorter has it on its last day. Null for other frequencies. */
  readonly dayOfMonth: number | null;
  readonly roll: Roll;
  /** The last day on which an occurrence may be. */
  readonly endOn: Temporal.PlainDate | null;
  /** The number of occurrences, including skipped and refused ones. */
  readonly endAfter: number | null;
}

export interface Occurrence {
  readonly day: Temporal.PlainDate;
  readonly payOn: Temporal.PlainDate;
}

/**
 * An occurrence is requested a week before its payment day, at 06:00 New York. A week contains at least three banking
 * days and every weekday, so that approvers who look at their queue once a week see it in time; and the request of a
 * weekly payment is made when the one before it is paid, so that two are never open for long.
 */
export const LEAD_DAYS = 7;
const REQUESTED_AT = Temporal.PlainTime.from("06:00");

export const requestAtOf = ({ payOn }: Occurrence): Date =>
  newYorkInstant(payOn.subtract({ days: LEAD_DAYS }), REQUESTED_AT);

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) >= 0 ? a : b;

/** The first occurrence whose scheduled day is not before the date, regardless of the number so far. */
export function firstOnOrAfter(schedule: Schedule, date: Temporal.PlainDate): Occurrence | undefined {
  const from = later(date, schedule.startOn);
  const day = dayOnOrAfter(schedule, from);
  assert(Temporal.PlainDate.compare(day, from) >= 0, "an occurrence is not before the day it is sought from");
  if (schedule.endOn !== null && Temporal.PlainDate.compare(day, schedule.endOn) > 0) return undefined;
  return { day, payOn: rolled(day, schedule.roll) };
}

/** The occurrence after a day of which `done` occurrences have been; undefined if there is none. */
export function occurrenceAfter(
  schedule: Schedule,
  { day, done }: { readonly day: Temporal.PlainDate; readonly done: number },
): Occurrence | undefined {
  if (schedule.endAfter !== null && done >= schedule.endAfter) return undefined;
  return firstOnOrAfter(schedule, day.add({ days: 1 }));
}

/** Occurrences from one on, at most `limit` of them and with payment days until `until`. */
export function occurrencesFrom(schedule: Schedule, { first, done, limit, until }: Upcoming): readonly Occurrence[] {
  const found: Occurrence[] = [];
  let next: Occurrence | undefined = first;
  while (next !== undefined && found.length < limit && Temporal.PlainDate.compare(next.payOn, until) <= 0) {
    found.push(next);
    next = occurrenceAfter(schedule, { day: next.day, done: done + found.length });
  }
  return found;
}

interface Upcoming {
  /** The next occurrence, from which the others follow. */
  readonly first: Occurrence;
  /** Occurrences before it. */
  readonly done: number;
  readonly limit: number;
  readonly until: Temporal.PlainDate;
}

const rolled = (day: Temporal.PlainDate, roll: Roll): Temporal.PlainDate =>
  roll === "before" ? bankingDayOnOrBefore(day) : bankingDayOnOrAfter(day);

const DAYS_BETWEEN = { weekly: 7, everyTwoWeeks: 14 } as const;

function dayOnOrAfter(schedule: Schedule, from: Temporal.PlainDate): Temporal.PlainDate {
  const { frequency, startOn } = schedule;
  if (frequency === "weekly" || frequency === "everyTwoWeeks") {
    const every = DAYS_BETWEEN[frequency];
    const { days } = startOn.until(from, { largestUnit: "days" });
    return startOn.add({ days: Math.ceil(days / every) * every });
  }
  const inMonthOf = (date: Temporal.PlainDate): Temporal.PlainDate =>
    frequency === "monthly" ? dayInMonth(date, schedule.dayOfMonth) : lastBusinessDayIn(date);
  const thisMonth = inMonthOf(from);
  if (Temporal.PlainDate.compare(thisMonth, from) >= 0) return thisMonth;
  return inMonthOf(from.with({ day: 1 }).add({ months: 1 }));
}

const dayInMonth = (date: Temporal.PlainDate, dayOfMonth: number | null): Temporal.PlainDate =>
  date.with({ day: Math.min(present(dayOfMonth, "a monthly payment has a day of the month"), date.daysInMonth) });

const lastBusinessDayIn = (date: Temporal.PlainDate): Temporal.PlainDate =>
  bankingDayOnOrBefore(date.with({ day: date.daysInMonth }));
