import { assert } from "../assert.ts";
import { findFederalReserveHoliday } from "./federal-reserve-holidays.ts";

/**
 * Banking days: Monday to Friday, unless the Federal Reserve Banks are closed (Nacha Operating Rules, section 8, "Banking
 * Day"; Regulation J). Dates are calendar dates in New York; see new-york.ts for the way from an instant to one.
 */

const FRIDAY = 5;

/** Reserve Banks never close for more than four days running; ten leaves room and still bounds every search. */
const SEARCH_DAYS_MAX = 10;

/** Forty years: a longer count is a mistake of the caller. */
const COUNT_MAX = 10_000;

/** True on days the Reserve Banks are open. */
export const isBankingDay = (date: Temporal.PlainDate): boolean =>
  date.dayOfWeek <= FRIDAY && findFederalReserveHoliday(date) === undefined;

/** The first banking day after the date, which may itself be any day. */
export const nextBankingDay = (date: Temporal.PlainDate): Temporal.PlainDate => seek(date.add({ days: 1 }), 1);

/** The last banking day before the date, which may itself be any day. */
export const previousBankingDay = (date: Temporal.PlainDate): Temporal.PlainDate =>
  seek(date.subtract({ days: 1 }), -1);

/** The date if it is a banking day, otherwise the next one: the roll `after` of a scheduled payment (decision S10). */
export const bankingDayOnOrAfter = (date: Temporal.PlainDate): Temporal.PlainDate => seek(date, 1);

/**
 * The date if it is a banking day, otherwise the previous one: the roll `before` of a scheduled payment (decision S10).
 */
export const bankingDayOnOrBefore = (date: Temporal.PlainDate): Temporal.PlainDate => seek(date, -1);

/**
 * The nth banking day after the date, or before it for a negative n. The date itself never counts, so one banking day
 * after a Saturday is the Monday. Zero returns the date itself, or the next banking day if it is not one.
 */
export function addBankingDays(date: Temporal.PlainDate, bankingDays: number): Temporal.PlainDate {
  assert(Number.isInteger(bankingDays), "banking days are counted in whole days");
  assert(Math.abs(bankingDays) <= COUNT_MAX, "a count of banking days stays within 10,000");
  if (bankingDays === 0) return bankingDayOnOrAfter(date);
  const step = bankingDays > 0 ? nextBankingDay : previousBankingDay;
  let reached = date;
  for (let count = 0; count < Math.abs(bankingDays); count += 1) reached = step(reached);
  return reached;
}

function seek(from: Temporal.PlainDate, direction: 1 | -1): Temporal.PlainDate {
  let date = from;
  for (let days = 0; days < SEARCH_DAYS_MAX; days += 1) {
    if (isBankingDay(date)) return date;
    date = date.add({ days: direction });
  }
  assert(false, "a banking day lies within ten days of any date");
}
