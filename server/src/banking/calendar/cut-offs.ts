import { assert, present } from "../../kernel/assert.ts";
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
 * When a payment leaves for the bank, when it settles and when the payee has it. Wall-clock times are New York's, `HH:MM`.
 *
 * The times are the bank's for its customers, not the networks': a bank closes its doors before the network closes on it.
 * FedACH takes next-day items until 02:15 on the settlement day and bank files come earlier; Fedwire takes third-party
 * transfers until 18:45 and banks take them from customers until 16:30 or so. Another bank's times are a change of this table.
 */
export type MethodSchedule =
  | {
      /** Leaves at once, at any hour of any day. */
      readonly handOver: "always";
      readonly settlesAfterBankingDays: 0;
    }
  | {
      /** Gathered, and handed over together at each of these times of a banking day. */
      readonly handOver: "batches";
      readonly batchesAt: readonly string[];
      readonly processedUntil: string;
      readonly settlesAfterBankingDays: number;
      readonly deliveredAfterBankingDays: number;
      readonly deliveredBy: string;
    }
  | {
      /** Leaves at once between these times of a banking day, and waits for the next opening otherwise. */
      readonly handOver: "window";
      readonly opensAt: string;
      readonly closesAt: string;
      readonly processedUntil: string;
      readonly settlesAfterBankingDays: number;
      readonly deliveredAfterBankingDays: number;
      readonly deliveredBy: string;
    };

/**
 * `processedUntil`: what reaches the bank later than this, on a day the service ran late, counts as the next banking day's.
 * `settlesAfterBankingDays` counts from the day the bank processes it; `deliveredAfterBankingDays` from the settlement day.
 */
export const methodSchedules = {
  // Next-day ACH. A credit settles at 08:30 on the banking day after its file; the payee's bank owes the money by the end
  // of that day, most give it in the morning (Nacha Operating Rules, section 3.3.1), so 17:00 is a promise kept.
  ach: {
    handOver: "batches",
    batchesAt: ["10:00", "13:00", "16:00", "20:00"],
    processedUntil: "22:30",
    settlesAfterBankingDays: 1,
    deliveredAfterBankingDays: 0,
    deliveredBy: "17:00",
  },
  // Printed once a banking day and mailed the same day, which is when it counts as sent. First-class mail needs one to five days.
  check: {
    handOver: "batches",
    batchesAt: ["13:00"],
    processedUntil: "17:00",
    settlesAfterBankingDays: 0,
    deliveredAfterBankingDays: 5,
    deliveredBy: "17:00",
  },
  // Fedwire opens at 21:00 the evening before, yet banks hand customers' wires over in the working day.
  domesticWire: {
    handOver: "window",
    opensAt: "08:00",
    closesAt: "16:30",
    processedUntil: "18:45",
    settlesAfterBankingDays: 0,
    deliveredAfterBankingDays: 0,
    deliveredBy: "18:00",
  },
  // Value date two banking days on, as correspondents quote it. Holidays of the payee's country are not known here.
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

/** One same-day ACH window: files in by `handOverBy` settle at `settlesAt` on the same banking day. */
export interface SameDayAchWindow {
  readonly handOverBy: string;
  readonly settlesAt: string;
}

/**
 * Same-day ACH (Nacha Operating Rules, section 3.3.1.2). Not used by default: it costs extra and most banks must enable it.
 * The network's own deadlines are 10:30, 14:45 and 16:45; the bank wants the file an hour earlier.
 */
export const sameDayAchWindows: readonly SameDayAchWindow[] = [
  { handOverBy: "09:30", settlesAt: "13:00" },
  { handOverBy: "13:45", settlesAt: "17:00" },
  { handOverBy: "15:45", settlesAt: "18:00" },
];

/**
 * The instant a payment accepted at `at` leaves for the bank: `at` itself for a real-time payment and for a wire inside its
 * window, else the next file, print run or opening. A payment accepted exactly at a cut-off has missed it.
 */
export const handOverAt = (method: PaymentMethod, at: Date): Date =>
  new Date(Math.max(opensAt(method, at).getTime(), at.getTime()));

/**
 * From when on a payment accepted at `at` can leave: the next file or print run, or the opening of the wire window it falls
 * in or before (which may lie behind it); the beginning of time for a real-time payment. The same for all payments
 * accepted between one cut-off and the next.
 */
function opensAt(method: PaymentMethod, at: Date): Date {
  assert(!Number.isNaN(at.getTime()), "an instant is a valid date");
  return method === "realTimePayment" ? new Date(0) : new Date(openings[method].at(at.getTime()));
}

/**
 * The calendar date on which a payment handed over at this instant settles: for a check, the day it is printed and mailed;
 * for a real-time payment, the day in New York, weekends included.
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

// Asked for every payment made, like the deliveries below.
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
 * When the payee should have the money of a payment accepted at this instant: ACH by 17:00 on its settlement day, a wire by
 * 18:00 on the day it is sent (17:00 two banking days on, abroad), a check by 17:00 five banking days after it is printed,
 * a real-time payment within the minute. Asked for every payment made, so remembered from one cut-off to the next.
 */
export function estimatedDeliveryAt(method: PaymentMethod, acceptedAt: Date): Date {
  const epochMs = acceptedAt.getTime();
  assert(!Number.isNaN(epochMs), "an instant is a valid date");
  if (method === "realTimePayment") return new Date(Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS);
  return new Date(deliveries[method].at(epochMs));
}

/** The same, computed afresh: what the remembered answer must equal. */
export function estimatedDeliveryAtUncached(method: PaymentMethod, acceptedAt: Date): Date {
  const schedule: MethodSchedule = methodSchedules[method];
  if (schedule.handOver === "always") return new Date(Math.ceil(acceptedAt.getTime() / MINUTE_MS) * MINUTE_MS);
  const settlement = settlesOn(method, handOverAt(method, acceptedAt));
  return newYorkInstant(addBankingDays(settlement, schedule.deliveredAfterBankingDays), time(schedule.deliveredBy));
}

/** Between one cut-off and the next: when the batch leaves that every payment of that time is in, or its window opens. */
function openingInterval(method: MethodWithCutOffs, epochMs: number): Interval<number> {
  const at = new Date(epochMs);
  const schedule: ScheduleWithCutOffs = methodSchedules[method];
  const cutOff = cutOffAfter(schedule, at);
  const opening =
    schedule.handOver === "batches" ? cutOff : newYorkInstant(newYorkDate(cutOff), time(schedule.opensAt));
  return { fromMs: cutOffAtOrBefore(schedule, at).getTime(), untilMs: cutOff.getTime(), value: opening.getTime() };
}

// Between one cut-off and the next every payment leaves in the same batch or window, so the delivery is the same.
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

/** The last cut-off at the instant or before it. */
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
