import { assert, present } from "../assert.ts";
import { forEachMethod, type MethodSchedule, methodTable, type PaymentMethod } from "../identifiers/payment-method.ts";
import {
  addBankingDays,
  bankingDayOnOrAfter,
  isBankingDay,
  nextBankingDay,
  previousBankingDay,
} from "./business-day.ts";
import { type Interval, memoByInterval } from "./memo-by-interval.ts";
import { newYorkDate, newYorkInstant, toNewYork } from "./new-york.ts";

/** One same-day ACH window: files submitted by `handOverBy` settle at `settlesAt` on the same banking day. */
export interface SameDayAchWindow {
  readonly handOverBy: string;
  readonly settlesAt: string;
}

/**
 * Same-day ACH (Nacha Operating Rules, section 3.3.1.2). Off by default: it costs extra, and most banks must enable it.
 * The network's deadlines are 10:30, 14:45, and 16:45; the bank wants the file one hour earlier.
 */
export const sameDayAchWindows: readonly SameDayAchWindow[] = [
  { handOverBy: "09:30", settlesAt: "13:00" },
  { handOverBy: "13:45", settlesAt: "17:00" },
  { handOverBy: "15:45", settlesAt: "18:00" },
];

/**
 * When a payment accepted at `at` is sent to the bank: `at` for a real-time payment or a wire inside its window,
 * otherwise the next file, print run, or opening. A payment accepted exactly at a cut-off has missed it.
 */
export const handOverAt = (method: PaymentMethod, at: Date): Date =>
  new Date(Math.max(opensAt(method, at).getTime(), at.getTime()));

/**
 * The earliest time at which a payment accepted at `at` can be sent: the next file or print run, or the opening of the
 * wire window that contains or follows `at` (possibly in the past). It is the same for all payments between two
 * cut-offs.
 */
function opensAt(method: PaymentMethod, at: Date): Date {
  assert(!Number.isNaN(at.getTime()), "an instant is a valid date");
  return new Date(openings[method]?.at(at.getTime()) ?? 0);
}

/**
 * The calendar date on which a payment sent at this instant settles. A check settles on the day it is printed and
 * mailed; a real-time payment settles on the current day in New York, including weekends.
 */
export function settlesOn(method: PaymentMethod, handedOverAt: Date): Temporal.PlainDate {
  const schedule: MethodSchedule = methodTable[method].schedule;
  const local = toNewYork(handedOverAt);
  const day = local.toPlainDate();
  if (schedule.handOver === "always") return day;
  const isLate = Temporal.PlainTime.compare(local.toPlainTime(), time(schedule.processedUntil)) >= 0;
  const processedOn = isLate ? nextBankingDay(day) : bankingDayOnOrAfter(day);
  return addBankingDays(processedOn, schedule.settlesAfterBankingDays);
}

const MINUTE_MS = 60_000;
const INTERVALS_KEPT_MAX = 16;

const remembered = (intervalOf: (method: PaymentMethod, schedule: ScheduleWithCutOffs, at: Date) => Interval<number>) =>
  forEachMethod((method) => {
    const { schedule } = methodTable[method];
    if (schedule.handOver === "always") return undefined;
    return memoByInterval((epochMs) => intervalOf(method, schedule, new Date(epochMs)), INTERVALS_KEPT_MAX);
  });

// Computed for every payment; undefined for methods without cut-offs.
const openings = remembered(openingInterval);
const deliveries = remembered(deliveryInterval);

/**
 * When the recipient should have the money of a payment accepted at this instant: ACH by 17:00 on its settlement day, a
 * domestic wire by 18:00 on the day it is sent, an international wire by 17:00 two banking days later, a check by 17:00
 * five banking days after printing, a real-time payment within a minute. Cached between cut-offs, because every payment
 * needs it.
 */
export function estimatedDeliveryAt(method: PaymentMethod, acceptedAt: Date): Date {
  const epochMs = acceptedAt.getTime();
  assert(!Number.isNaN(epochMs), "an instant is a valid date");
  const delivery = deliveries[method];
  return delivery === undefined ? withinMinute(acceptedAt) : new Date(delivery.at(epochMs));
}

/** The same value without the cache; the cached value must equal it. */
export function estimatedDeliveryAtUncached(method: PaymentMethod, acceptedAt: Date): Date {
  const schedule: MethodSchedule = methodTable[method].schedule;
  if (schedule.handOver === "always") return withinMinute(acceptedAt);
  const settlement = settlesOn(method, handOverAt(method, acceptedAt));
  return newYorkInstant(addBankingDays(settlement, schedule.deliveredAfterBankingDays), time(schedule.deliveredBy));
}

const withinMinute = (at: Date): Date => new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS);

/** The interval between two cut-offs, and when payments accepted in it are sent. */
function openingInterval(_: PaymentMethod, schedule: ScheduleWithCutOffs, at: Date): Interval<number> {
  const cutOff = cutOffAfter(schedule, at);
  const opening =
    schedule.handOver === "batches" ? cutOff : newYorkInstant(newYorkDate(cutOff), time(schedule.opensAt));
  return { fromMs: cutOffAtOrBefore(schedule, at).getTime(), untilMs: cutOff.getTime(), value: opening.getTime() };
}

// All payments accepted between two cut-offs are sent in the same batch or window, so they are delivered at the same
// time.
function deliveryInterval(method: PaymentMethod, schedule: ScheduleWithCutOffs, at: Date): Interval<number> {
  return {
    fromMs: cutOffAtOrBefore(schedule, at).getTime(),
    untilMs: cutOffAfter(schedule, at).getTime(),
    value: estimatedDeliveryAtUncached(method, at).getTime(),
  };
}

type ScheduleWithCutOffs = Exclude<MethodSchedule, { handOver: "always" }>;

/** The first cut-off after the instant. */
function cutOffAfter(schedule: ScheduleWithCutOffs, at: Date): Date {
  const today = newYorkDate(at);
  const laterToday = isBankingDay(today) ? cutOffsOn(schedule, today).find((cutOff) => cutOff > at) : undefined;
  return laterToday ?? present(cutOffsOn(schedule, nextBankingDay(today))[0], "a banking day has a cut-off");
}

/** The last cut-off at or before the instant. */
function cutOffAtOrBefore(schedule: ScheduleWithCutOffs, at: Date): Date {
  const today = newYorkDate(at);
  const earlierToday = isBankingDay(today) ? cutOffsOn(schedule, today).findLast((cutOff) => cutOff <= at) : undefined;
  return earlierToday ?? present(cutOffsOn(schedule, previousBankingDay(today)).at(-1), "a banking day has a cut-off");
}

const cutOffsOn = (schedule: ScheduleWithCutOffs, day: Temporal.PlainDate): Date[] =>
  (schedule.handOver === "batches" ? schedule.batchesAt : [schedule.closesAt]).map((at) =>
    newYorkInstant(day, time(at)),
  );

const time = (wallClock: string): Temporal.PlainTime => Temporal.PlainTime.from(wallClock);
