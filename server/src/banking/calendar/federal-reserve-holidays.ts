/**
 * The holidays of the Federal Reserve Banks, computed by rule. Source: the Reserve Banks' "Holiday Schedules" page and
 * 5 U.S.C. § 6103, with the Reserve Banks' own rule for weekends: a holiday that falls on a Sunday closes them on the
 * following Monday; one that falls on a Saturday closes nothing, they are open on the Friday before. General calendars of
 * US federal holidays get that Friday wrong, which is why this one is written here.
 *
 * The rules are those in force today, applied to any year; Juneteenth counts from 2022, the first year Reserve Banks
 * closed for it. Years before 1986 would need older rules and nothing here asks for them.
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

/** Enough for every year a running service meets, small enough not to matter; the oldest year goes first. */
const YEARS_KEPT_MAX = 64;
const years = new Map<number, readonly FederalReserveHoliday[]>();

/** The days of the year on which Reserve Banks are closed, weekends apart, in order. A holiday on a Saturday is not among them. */
export function federalReserveHolidays(year: number): readonly FederalReserveHoliday[] {
  const known = years.get(year);
  if (known) return known;
  const holidays = Object.freeze(rules.flatMap((rule) => observed(rule, year)));
  const oldest = years.keys().next().value;
  if (years.size >= YEARS_KEPT_MAX && oldest !== undefined) years.delete(oldest);
  years.set(year, holidays);
  return holidays;
}

/** The holiday that closes Reserve Banks on this weekday, if one does. */
export const findFederalReserveHoliday = (date: Temporal.PlainDate): FederalReserveHoliday | undefined =>
  federalReserveHolidays(date.year).find(
    (holiday) => holiday.date.month === date.month && holiday.date.day === date.day,
  );

// Moving a Sunday to its Monday never leaves the year: only 31 December could, and no holiday falls on it.
function observed(rule: HolidayRule, year: number): FederalReserveHoliday[] {
  if (rule.fromYear !== undefined && year < rule.fromYear) return [];
  const date = rule.falls(year);
  if (date.dayOfWeek === SATURDAY) return [];
  return [{ name: rule.name, date: date.dayOfWeek === SUNDAY ? date.add({ days: 1 }) : date }];
}
