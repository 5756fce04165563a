import { type MethodWith, methodTable, type PaymentMethod } from "../identifiers/payment-method.ts";
import { type AchWindow, firstWindowAfter, settlementOf } from "./ach-windows.ts";
import { isBankingDay, nextBankingDay } from "./business-day.ts";
import { estimatedDeliveryAt, handOverAt, settlesOn } from "./cut-offs.ts";
import { type Interval, type MemoByInterval, memoByInterval } from "./memo-by-interval.ts";
import { newYorkDate, newYorkInstant } from "./new-york.ts";

/** When the bank of an account takes ACH files. */
export interface AchCutOffs {
  /** At least one. */
  readonly windows: readonly AchWindow[];
  /** The bank's limit per same-day entry, in cents. */
  readonly sameDayMaxMinor: bigint;
}

/** Until when the bank takes wires: `HH:MM`, New York, on each banking day. */
export interface WireCutOff {
  readonly closesAt: string;
}

type Wire = MethodWith<{ readonly kind: "wire" }>;
export type WireCutOffs = { readonly [Method in Wire]?: WireCutOff };

/** What the bank connections of an account say; a method without one follows the general schedule (payment-method.ts). */
export interface AccountCutOffs extends WireCutOffs {
  readonly ach?: AchCutOffs;
}

/** A payment as far as its times depend on it. */
export interface TimedPayment {
  readonly method: PaymentMethod;
  /** Cents: large ACH entries are not eligible for same-day settlement. */
  readonly amountMinor: bigint;
  readonly acceptedAt: Date;
  /** ACH: `nextDay` settles on the banking day after its file, although the bank offers more. */
  readonly settlement?: "sameDay" | "nextDay" | undefined;
}

export interface PaymentTimes {
  /** When it is handed to the bank: `acceptedAt`, or the next file, print run, or opening. */
  readonly handOverAt: Date;
  /** When the recipient should have the money. */
  readonly estimatedDeliveryAt: Date;
}

/**
 * When a payment is sent and when it arrives: the only answer to this question, for previews, new payments, and the
 * dashboard. A payment accepted exactly at a cut-off has missed it. The date of an ACH payment is the settlement date of
 * its file (settlementOf).
 */
export function timesOf(payment: TimedPayment, cutOffs: AccountCutOffs = {}): PaymentTimes {
  const { method, acceptedAt } = payment;
  if (method === "ach" && cutOffs.ach !== undefined) return achTimes(payment, cutOffs.ach);
  if (isWire(method) && cutOffs[method] !== undefined) return wireTimes(method, acceptedAt, cutOffs[method]);
  return { handOverAt: handOverAt(method, acceptedAt), estimatedDeliveryAt: estimatedDeliveryAt(method, acceptedAt) };
}

const isWire = (method: PaymentMethod): method is Wire => methodTable[method].kind === "wire";
const time = (wallClock: string): Temporal.PlainTime => Temporal.PlainTime.from(wallClock);
const later = (a: Date, b: Date): Date => (a > b ? a : b);

interface AchFileTimes {
  readonly handOverAt: Date;
  readonly sameDay: Date | undefined;
  readonly otherwise: Date;
}

const INTERVALS_KEPT_MAX = 4;
const MINUTE_MS = 60_000;
// Computed for every payment, and the same between two windows.
const remembered = new WeakMap<AchCutOffs, MemoByInterval<AchFileTimes>>();

function achTimes({ amountMinor, acceptedAt, settlement }: TimedPayment, cutOffs: AchCutOffs): PaymentTimes {
  const { handOverAt: at, sameDay, otherwise } = memoOf(cutOffs).at(acceptedAt.getTime());
  const isSameDay = sameDay !== undefined && settlement !== "nextDay" && amountMinor <= cutOffs.sameDayMaxMinor;
  return { handOverAt: at, estimatedDeliveryAt: isSameDay ? sameDay : otherwise };
}

/** Why an ACH payment cannot settle on the day it is accepted. */
export type SameDayObstacle =
  | { readonly reason: "notOffered" }
  | { readonly reason: "amount"; readonly limitMinor: bigint }
  | { readonly reason: "cutOff"; readonly lastAt: string };

/** Undefined if the payment settles on the day it is accepted. */
export function sameDayObstacle(
  { amountMinor, acceptedAt }: Pick<TimedPayment, "amountMinor" | "acceptedAt">,
  { ach }: AccountCutOffs = {},
): SameDayObstacle | undefined {
  const lastAt = ach?.windows
    .filter(({ sameDay }) => sameDay)
    .map(({ at }) => at)
    .toSorted()
    .at(-1);
  if (ach === undefined || lastAt === undefined) return { reason: "notOffered" };
  if (amountMinor > ach.sameDayMaxMinor) return { reason: "amount", limitMinor: ach.sameDayMaxMinor };
  const { handOverAt: at, sameDay } = memoOf(ach).at(acceptedAt.getTime());
  return sameDay !== undefined && newYorkDate(at).equals(newYorkDate(acceptedAt))
    ? undefined
    : { reason: "cutOff", lastAt };
}

function memoOf(cutOffs: AchCutOffs): MemoByInterval<AchFileTimes> {
  const cached = remembered.get(cutOffs);
  if (cached !== undefined) return cached;
  const memo = memoByInterval((epochMs) => fileTimes(cutOffs, epochMs), INTERVALS_KEPT_MAX);
  remembered.set(cutOffs, memo);
  return memo;
}

/** The file after an instant. Kept for the minute at most: the beginning of the interval is not worth computing. */
function fileTimes({ windows }: AchCutOffs, epochMs: number): Interval<AchFileTimes> {
  const windowAt = firstWindowAfter(windows, new Date(epochMs));
  const { isSameDay, effectiveOn, settlesAt, laterOn, laterSettlesAt } = settlementOf(windows, windowAt);
  const value = {
    handOverAt: windowAt,
    sameDay: isSameDay ? availableOn(effectiveOn, settlesAt) : undefined,
    otherwise: availableOn(laterOn, laterSettlesAt),
  };
  return { fromMs: epochMs, untilMs: Math.min(windowAt.getTime(), epochMs + MINUTE_MS), value };
}

/** The receiving bank makes the money available by the end of the day (Nacha Operating Rules, section 3.3.1). */
const availableOn = (day: string, settlesAt: Date): Date =>
  later(newYorkInstant(Temporal.PlainDate.from(day), time(methodTable.ach.schedule.deliveredBy)), settlesAt);

function wireTimes(method: Wire, acceptedAt: Date, { closesAt }: WireCutOff): PaymentTimes {
  const { schedule } = methodTable[method];
  const today = newYorkDate(acceptedAt);
  const isOpen = isBankingDay(today) && acceptedAt < newYorkInstant(today, time(closesAt));
  const opening = newYorkInstant(isOpen ? today : nextBankingDay(today), time(schedule.opensAt));
  const sentAt = later(opening, acceptedAt);
  const arrives = newYorkInstant(settlesOn(method, sentAt), time(schedule.deliveredBy));
  return { handOverAt: sentAt, estimatedDeliveryAt: later(arrives, sentAt) };
}
