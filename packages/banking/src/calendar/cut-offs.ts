import { assert, present } from "../assert.ts";
import type { PaymentMethod } from "../identifiers/payment-method.ts";
import {
  addBankingDays,
  bankingDayOnOrAfter,
  isBankingDay,
  nextBankingDay,
  previousBankingDay,
} from "./business-day.ts";
import { type Interval, memoByInterval } from "./memo-by-interval.ts";
import { newYorkDate, newYorkInstant, toNewYork } from "./new-york.ts";

/**
 * When a payment is handed to the bank, when it settles, and when the recipient has the money. Times are New York wall
 * clock, `HH:MM`.
 *
 * These are the bank's cut-offs for its customers, not the networks'. FedACH accepts next-day items until 02:15 on the
 * settlement day, but bank files close earlier; Fedwire accepts third-party transfers until 18:45, but banks accept
 * them from customers until about 16:30. Edit this table for another bank.
 */
export type MethodSchedule =
  | {
      /** Sent at once, at any hour of any day. */
      readonly handOver: "always";
      readonly settlesAfterBankingDays: 0;
    }
  | {
      /** Collected and sent together at each of these times on a banking day. */
      readonly handOver: "batches";
      readonly batchesAt: readonly string[];
      readonly processedUntil: string;
      readonly settlesAfterBankingDays: number;
      readonly deliveredAfterBankingDays: number;
      readonly deliveredBy: string;
    }
  | {
      /** Sent at once between these times on a banking day, and otherwise at the next opening. */
      readonly handOver: "window";
      readonly opensAt: string;
      readonly closesAt: string;
      readonly processedUntil: string;
      readonly settlesAfterBankingDays: number;
      readonly deliveredAfterBankingDays: number;
      readonly deliveredBy: string;
    };

/**
 * `processedUntil`: a payment that reaches the bank later, because the service ran late, counts toward the next banking
 * day. `settlesAfterBankingDays` counts from the day the bank processes the payment; `deliveredAfterBankingDays` counts
 * from the settlement day.
 */
export const methodSchedules = {
  // Next-day ACH. A credit settles at 08:30 on the banking day after its file. The receiving bank must make the money
  // available by the end of that day (Nacha Operating Rules, section 3.3.1), so 17:00 is a safe estimate.
  ach: {
    handOver: "batches",
    batchesAt: ["10:00", "13:00", "16:00", "20:00"],
    processedUntil: "22:30",
    settlesAfterBankingDays: 1,
    deliveredAfterBankingDays: 0,
    deliveredBy: "17:00",
  },
  // Printed and mailed once per banking day, when it counts as sent. First-class mail takes one to five days.
  check: {
    handOver: "batches",
    batchesAt: ["13:00"],
    processedUntil: "17:00",
    settlesAfterBankingDays: 0,
    deliveredAfterBankingDays: 5,
    deliveredBy: "17:00",
  },
  // Fedwire opens at 21:00 on the evening before, but banks process customers' wires during business hours.
  domesticWire: {
    handOver: "window",
    opensAt: "08:00",
    closesAt: "16:30",
    processedUntil: "18:45",
    settlesAfterBankingDays: 0,
    deliveredAfterBankingDays: 0,
    deliveredBy: "18:00",
  },
  // The value date is two banking days later, as correspondent banks quote it. Holidays in the recipient's country are
  // not known here.
  internationalWire: {
    handOver: "window",
    opensAt: "08:00",
    closesAt: "15:00",
    processedUntil: "18:45",
    settlesAfterBankingDays: 2,
    deliveredAfterBankingDays: 0,
    deliveredBy: "17:00",
  },
  // RTP runs every hour of every day and settles each payment within seconds.
  realTimePayment: { handOver: "always", settlesAfterBankingDays: 0 },
} as const satisfies Record<PaymentMethod, MethodSchedule>;

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
  return method === "realTimePayment" ? new Date(0) : new Date(openings[method].at(at.getTime()));
}

/**
 * The calendar date on which a payment sent at this instant settles. A check settles on the day it is printed and
 * mailed; a real-time payment settles on the current day in New York, including weekends.
 */
export function settlesOn(method: PaymentMethod, handedOverAt: Date): Temporal.PlainDate {
  const schedule: MethodSchedule = methodSchedules[method];
  const local = toNewYork(handedOverAt);
  const day = local.toPlainDate();
  if (schedule.handOver === "always") return day;
  const isLate = Temporal.PlainTime.compare(local.toPlainTime(), time(schedule.processedUntil)) >= 0;
  const processedOn = isLate ? nextBankingDay(day) : bankingDayOnOrAfter(day);
  return addBankingDays(processedOn, schedule.settlesAfterBankingDays);
}

const MINUTE_MS = 60_000;
const INTERVALS_KEPT_MAX = 16;

type MethodWithCutOffs = Exclude<PaymentMethod, "realTimePayment">;

const memoised = (method: MethodWithCutOffs) =>
  memoByInterval((epochMs) => deliveryInterval(method, epochMs), INTERVALS_KEPT_MAX);

const rememberedOpening = (method: MethodWithCutOffs) =>
  memoByInterval((epochMs) => openingInterval(method, epochMs), INTERVALS_KEPT_MAX);

// Computed for every payment, so cached like the deliveries below.
const openings = {
  ach: rememberedOpening("ach"),
  check: rememberedOpening("check"),
  domesticWire: rememberedOpening("domesticWire"),
  internationalWire: rememberedOpening("internationalWire"),
};

const deliveries = {
  ach: memoised("ach"),
  check: memoised("check"),
  domesticWire: memoised("domesticWire"),
  internationalWire: memoised("internationalWire"),
};

/**
 * When the recipient should have the money of a payment accepted at this instant: ACH by 17:00 on its settlement day, a
 * domestic wire by 18:00 on the day it is sent, an international wire by 17:00 two banking days later, a check by 17:00
 * five banking days after printing, a real-time payment within a minute. Cached between cut-offs, because every payment
 * needs it.
 */
export function estimatedDeliveryAt(method: PaymentMethod, acceptedAt: Date): Date {
  const epochMs = acceptedAt.getTime();
  assert(!Number.isNaN(epochMs), "an instant is a valid date");
  if (method === "realTimePayment") return new Date(Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS);
  return new Date(deliveries[method].at(epochMs));
}

/** The same value without the cache; the cached value must equal it. */
export function estimatedDeliveryAtUncached(method: PaymentMethod, acceptedAt: Date): Date {
  const schedule: MethodSchedule = methodSchedules[method];
  if (schedule.handOver === "always") return new Date(Math.ceil(acceptedAt.getTime() / MINUTE_MS) * MINUTE_MS);
  const settlement = settlesOn(method, handOverAt(method, acceptedAt));
  return newYorkInstant(addBankingDays(settlement, schedule.deliveredAfterBankingDays), time(schedule.deliveredBy));
}

/** The interval between two cut-offs, and when payments accepted in it are sent. */
function openingInterval(method: MethodWithCutOffs, epochMs: number): Interval<number> {
  const at = new Date(epochMs);
  const schedule: ScheduleWithCutOffs = methodSchedules[method];
  const cutOff = cutOffAfter(schedule, at);
  const opening =
    schedule.handOver === "batches" ? cutOff : newYorkInstant(newYorkDate(cutOff), time(schedule.opensAt));
  return { fromMs: cutOffAtOrBefore(schedule, at).getTime(), untilMs: cutOff.getTime(), value: opening.getTime() };
}

// All payments accepted between two cut-offs are sent in the same batch or window, so they are delivered at the same
// time.
function deliveryInterval(method: MethodWithCutOffs, epochMs: number): Interval<number> {
  const at = new Date(epochMs);
  const schedule: ScheduleWithCutOffs = methodSchedules[method];
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
