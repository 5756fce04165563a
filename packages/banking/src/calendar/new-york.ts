import { assert } from "../assert.ts";
import { type Interval, memoByInterval } from "./memo-by-interval.ts";

/** US payment systems use New York time: the Fedwire, FedACH, and RTP schedules are all stated in it. */
export const NEW_YORK = "America/New_York";

/** The calendar date and wall clock in New York at the instant. */
export const toNewYork = (at: Date): Temporal.ZonedDateTime => {
  assert(!Number.isNaN(at.getTime()), "an instant is a valid date");
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(NEW_YORK);
};

/** The date and time in New York for people, such as "November 27, 2026 at 1:00 PM". */
export const newYorkTimeText = (at: Date): string =>
  at.toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: NEW_YORK });

/** A calendar date for people, such as "November 27, 2026". @param day - YYYY-MM-DD */
export const dateInWords = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { dateStyle: "long" });

/** The calendar date in New York at the instant. */
export const newYorkDate = (at: Date): Temporal.PlainDate => toNewYork(at).toPlainDate();

/** The instant at which New York's wall clock shows this time on this date. */
export const newYorkInstant = (date: Temporal.PlainDate, wallClock: Temporal.PlainTime): Date =>
  new Date(date.toZonedDateTime({ timeZone: NEW_YORK, plainTime: wallClock }).epochMilliseconds);

/** A date such as "2026-11-27"; undefined for any other text, and for dates that no month has. */
export function calendarDay(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return undefined;
  }
}

const MIDNIGHT = Temporal.PlainTime.from("00:00");

/** The instant at which a day begins in New York. @param day - YYYY-MM-DD, or a date */
export const newYorkMidnight = (day: string | Temporal.PlainDate): Date =>
  newYorkInstant(Temporal.PlainDate.from(day), MIDNIGHT);

const DAYS_KEPT_MAX = 8;

const days = memoByInterval((epochMs): Interval<string> => {
  const date = newYorkDate(new Date(epochMs));
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(NEW_YORK).epochMilliseconds;
  return { fromMs: startOf(date), untilMs: startOf(date.add({ days: 1 })), value: date.toString() };
}, DAYS_KEPT_MAX);

/** The calendar date in New York as `YYYY-MM-DD`, fast enough to compute for every payment. */
export const newYorkDay = (at: Date): string => days.at(at.getTime());

const FIRST_MS = -8_640_000_000_000_000;

/** New York's distance from UTC, between two changes of its clocks. */
const offsets = memoByInterval((epochMs): Interval<number> => {
  const at = toNewYork(new Date(epochMs));
  // The change before the next millisecond, because `at` may be a change.
  const changed = at.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
  return {
    fromMs: changed?.epochMilliseconds ?? FIRST_MS,
    untilMs: at.getTimeZoneTransition("next")?.epochMilliseconds ?? -FIRST_MS,
    value: at.offsetNanoseconds / 1_000_000,
  };
}, DAYS_KEPT_MAX);

/** The date and wall clock in New York, fast enough for every row of a file. */
export const newYorkClock = (at: Date): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime() + offsets.at(at.getTime()))
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime();
