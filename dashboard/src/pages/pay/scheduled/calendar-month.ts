/** Days and months as texts, YYYY-MM-DD and YYYY-MM, which have no time zone. */

export interface CalendarDay {
  readonly date: string;
  readonly isInMonth: boolean;
}

const textOf = (at: Date): string => at.toISOString().slice(0, 10);
const DAY_MS = 86_400_000;

const WEEKS_AHEAD = 5;

/** Five weeks, the first with this day: nothing is scheduled before today, and a month may be nearly over. */
export const weeksFrom = (day: string): readonly (readonly CalendarDay[])[] =>
  [day.slice(0, 7), monthAfter(day.slice(0, 7)), monthAfter(monthAfter(day.slice(0, 7)))]
    .flatMap(weeksOf)
    // The week in which a month ends is also the next month's first.
    .filter((week, at, all) => all.findIndex((other) => other[0]?.date === week[0]?.date) === at)
    .filter((week) => week.some(({ date }) => date >= day))
    .slice(0, WEEKS_AHEAD)
    .map((week) => week.map(({ date }) => ({ date, isInMonth: true })));

/** The weeks of a month, Sunday to Saturday, with the days of other months that complete them. */
export function weeksOf(month: string): readonly (readonly CalendarDay[])[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const weeks: CalendarDay[][] = [];
  for (let start = first.getTime() - first.getUTCDay() * DAY_MS; ; start += 7 * DAY_MS) {
    if (weeks.length > 0 && !textOf(new Date(start)).startsWith(month)) return weeks;
    weeks.push(
      Array.from({ length: 7 }, (_, index) => textOf(new Date(start + index * DAY_MS))).map((date) => ({
        date,
        isInMonth: date.startsWith(month),
      })),
    );
  }
}

function monthFrom(month: string, months: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return textOf(first).slice(0, 7);
}

export const monthAfter = (month: string): string => monthFrom(month, 1);
export const monthBefore = (month: string): string => monthFrom(month, -1);

const named = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
export const monthName = (month: string): string => named.format(new Date(`${month}-01T00:00:00Z`));
