/** Calendar dates as YYYY-MM-DD. The library knows no clock and no holidays: callers pass both. */

/** Whether the Federal Reserve Banks are open for settlement on that date. */
export type IsBankingDay = (date: string) => boolean;

const DAY_MS = 86_400_000;
/** No sequence of holidays is longer; the bound keeps a wrong calendar from looping forever. */
const CLOSED_DAYS_MAX = 31;

/** True for an existing date as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const parsed = (date: string): number => {
  if (!isCalendarDate(date)) throw new RangeError("A date is written as YYYY-MM-DD");
  return Date.parse(`${date}T00:00:00Z`);
};

/** The date a number of calendar days later; earlier if the number is negative. */
export const calendarDaysAfter = (date: string, days: number): string =>
  new Date(parsed(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The first banking day after the date. */
function nextBankingDay(date: string, isBankingDay: IsBankingDay): string {
  for (let days = 1; days <= CLOSED_DAYS_MAX; days += 1) {
    const candidate = calendarDaysAfter(date, days);
    if (isBankingDay(candidate)) return candidate;
  }
  throw new RangeError(`The calendar has no banking day within ${CLOSED_DAYS_MAX} days`);
}

/** The banking day a number of banking days after the date, which need not be one. */
export function bankingDaysLater(date: string, days: number, isBankingDay: IsBankingDay): string {
  let day = date;
  for (let passed = 0; passed < days; passed += 1) day = nextBankingDay(day, isBankingDay);
  return day;
}

/** The day of the year of a Settlement Date field: 001 to 366. */
export function julianDayOf(date: string): string {
  const dayOfYear = Math.round((parsed(date) - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS) + 1;
  return String(dayOfYear).padStart(3, "0");
}

/**
 * The date of a Settlement Date field: the day of the year, in the year that puts it closest to a date near it, such as
 * the file's creation date. Undefined for day 366 of years that have none.
 */
export function dateOfJulianDay(julian: string, near: string): string | undefined {
  if (!/^[0-3][0-9]{2}$/.test(julian) || julian < "001" || julian > "366") return undefined;
  const year = Number(near.slice(0, 4));
  const candidates = [year - 1, year, year + 1].flatMap((candidate) => {
    const date = calendarDaysAfter(`${String(candidate).padStart(4, "0")}-01-01`, Number(julian) - 1);
    return date.startsWith(String(candidate)) ? [date] : [];
  });
  const distance = (date: string): number => Math.abs(parsed(date) - parsed(near));
  return candidates.toSorted((left, right) => distance(left) - distance(right))[0];
}
