import { assert, present } from "../assert.ts";
import { MINUTE_MS, plusMs } from "../clock.ts";
import { isBankingDay, nextBankingDay } from "./business-day.ts";
import { sameDayAchWindows } from "./cut-offs.ts";
import { newYorkDate, newYorkInstant, toNewYork } from "./new-york.ts";

/**
 * When ACH files are written, and when their entries settle. A window is a time of day, New York, on a banking day, some
 * minutes before a cut-off of the originating bank.
 */

export interface AchWindow {
  /** `HH:MM`, some minutes before a cut-off of the originating bank. */
  readonly at: string;
  /** Whether its file asks for settlement on the same day. */
  readonly sameDay: boolean;
}

/** Payments that are due at the time of a window reach this module a moment later, and still belong to it. */
const JOIN_MS = MINUTE_MS;
/** How late the file of a window may be written, because the service was down: later ones might miss the cut-off. */
const LATE_MS_MAX = 10 * MINUTE_MS;

/** The last same-day deadline of the operator (Federal Reserve FedACH processing schedule). */
const LAST_SAME_DAY_DEADLINE = "16:45";
/** Next-day items settle at 08:30 (same schedule). */
const NEXT_DAY_SETTLES_AT = "08:30";

const time = (wallClock: string): Temporal.PlainTime => Temporal.PlainTime.from(wallClock);

/** The window that a payment belongs to which is received at the instant. */
export const windowAfter = (windows: readonly AchWindow[], at: Date): Date =>
  firstWindowAfter(windows, plusMs(at, -JOIN_MS));

/** The first window after the instant. */
export function firstWindowAfter(windows: readonly AchWindow[], earliest: Date): Date {
  assert(windows.length > 0, "a bank has at least one window");
  const times = windows.map((window) => window.at).toSorted();
  const onDay = (date: Temporal.PlainDate): Date | undefined =>
    times.map((wallClock) => newYorkInstant(date, time(wallClock))).find((windowAt) => windowAt > earliest);
  const today = newYorkDate(earliest);
  const found = isBankingDay(today) ? onDay(today) : undefined;
  return found ?? present(onDay(nextBankingDay(today)), "the next banking day has a window");
}

/** The last window of a banking day. */
export function lastWindowOn(windows: readonly AchWindow[], day: Temporal.PlainDate): Date {
  assert(windows.length > 0, "a bank has at least one window");
  assert(isBankingDay(day), "banks are open on banking days only");
  const last = windows
    .map((window) => window.at)
    .toSorted()
    .at(-1);
  return newYorkInstant(day, time(present(last, "a bank has at least one window")));
}

/** Until when the file of a window may be written. */
export const lastMomentOf = (windowAt: Date): Date => plusMs(windowAt, LATE_MS_MAX);

/** When the entries of a file settle. */
export interface AchSettlement {
  /** Whether the file asks for settlement on the day of the window. */
  readonly isSameDay: boolean;
  /** The effective entry date, and when entries with that date settle. */
  readonly effectiveOn: string;
  readonly settlesAt: Date;
  /** The same for entries that are not eligible for same-day settlement. */
  readonly laterOn: string;
  readonly laterSettlesAt: Date;
}

/** The settlement of the file of a window. */
export function settlementOf(windows: readonly AchWindow[], windowAt: Date): AchSettlement {
  const local = toNewYork(windowAt);
  const today = local.toPlainDate();
  const at = local.toPlainTime().toString({ smallestUnit: "minute" });
  const later = nextBankingDay(today);
  const laterSettlesAt = newYorkInstant(later, time(NEXT_DAY_SETTLES_AT));
  const asksForSameDay = windows.some((window) => window.at === at && window.sameDay) && at <= LAST_SAME_DAY_DEADLINE;
  const sameDay = asksForSameDay
    ? (sameDayAchWindows.find(({ handOverBy }) => at <= handOverBy) ?? sameDayAchWindows.at(-1))
    : undefined;
  const laterOn = later.toString();
  if (sameDay === undefined)
    return { isSameDay: false, effectiveOn: laterOn, settlesAt: laterSettlesAt, laterOn, laterSettlesAt };
  const settlesAt = newYorkInstant(today, time(sameDay.settlesAt));
  return { isSameDay: true, effectiveOn: today.toString(), settlesAt, laterOn, laterSettlesAt };
}
