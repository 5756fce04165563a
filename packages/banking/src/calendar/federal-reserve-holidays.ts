/**
 * The holidays of the Federal Reserve Banks, computed by rule (the Reserve Banks' "Holiday Schedules" page and 5 U.S.C.
 * § 6103). The Reserve Banks have their own weekend rule: a holiday on a Sunday closes them on Monday, but one on a
 * Saturday closes nothing, and they are open on the Friday before. General calendars of federal holidays get that
 * Friday wrong.
 *
 * Today's rules apply to every year. Juneteenth counts from 2022, the first year in which the Reserve Banks closed for
 * it.
 */
export interface FederalReserveHoliday {
  readonly name: string;
  /** The weekday on which Reserve Banks are closed. */
  readonly date: Temporal.PlainDate;
}

interface HolidayRule {
  readonly name: string;
  readonly fromYear?: number;
  readonly falls: (year: number) => Temporal.PlainDate;
}

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 7;
const JUNETEENTH_FROM_YEAR = 2022;

const onDay = (month: number, day: number) => (year: number) => Temporal.PlainDate.from({ year, month, day });

const nthWeekday = (weekday: number, nth: number, month: number) => (year: number) => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (nth - 1) * 7 });
};

const lastWeekday = (weekday: number, month: number) => (year: number) => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  const last = first.with({ day: first.daysInMonth });
  return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
};

const rules: readonly HolidayRule[] = [
  { name: "New Year's Day", falls: onDay(1, 1) },
  { name: "Birthday of Martin Luther King, Jr.", falls: nthWeekday(MONDAY, 3, 1) },
  { name: "Washington's Birthday", falls: nthWeekday(MONDAY, 3, 2) },
  { name: "Memorial Day", falls: lastWeekday(MONDAY, 5) },
  { name: "Juneteenth National Independence Day", fromYear: JUNETEENTH_FROM_YEAR, falls: onDay(6, 19) },
  { name: "Independence Day", falls: onDay(7, 4) },
  { name: "Labor Day", falls: nthWeekday(MONDAY, 1, 9) },
  { name: "Columbus Day", falls: nthWeekday(MONDAY, 2, 10) },
  { name: "Veterans Day", falls: onDay(11, 11) },
  { name: "Thanksgiving Day", falls: nthWeekday(THURSDAY, 4, 11) },
  { name: "Christmas Day", falls: onDay(12, 25) },
];

/** More years than a running service needs; the oldest is evicted first. */
const YEARS_KEPT_MAX = 64;
const years = new Map<number, readonly FederalReserveHoliday[]>();

/**
 * The weekdays of the year on which the Reserve Banks are closed, in order. A holiday on a Saturday is not included.
 */
export function federalReserveHolidays(year: number): readonly FederalReserveHoliday[] {
  const cached = years.get(year);
  if (cached) return cached;
  const holidays = Object.freeze(rules.flatMap((rule) => observed(rule, year)));
  const oldest = years.keys().next().value;
  if (years.size >= YEARS_KEPT_MAX && oldest !== undefined) years.delete(oldest);
  years.set(year, holidays);
  return holidays;
}

/** The holiday that closes the Reserve Banks on this weekday, if any. */
export const findFederalReserveHoliday = (date: Temporal.PlainDate): FederalReserveHoliday | undefined =>
  federalReserveHolidays(date.year).find(
    (holiday) => holiday.date.month === date.month && holiday.date.day === date.day,
  );

// Moving a Sunday to Monday never leaves the year: only December 31 could, and no holiday falls on it.
function observed(rule: HolidayRule, year: number): FederalReserveHoliday[] {
  if (rule.fromYear !== undefined && year < rule.fromYear) return [];
  const date = rule.falls(year);
  if (date.dayOfWeek === SATURDAY) return [];
  return [{ name: rule.name, date: date.dayOfWeek === SUNDAY ? date.add({ days: 1 }) : date }];
}
