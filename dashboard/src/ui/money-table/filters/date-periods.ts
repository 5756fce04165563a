/** Spans of days that end today, or with an earlier month. */
export const datePeriods = [
  { value: "today", label: "Today" },
  { value: "thisWeek", label: "This week" },
  { value: "last7Days", label: "Last 7 days" },
  { value: "thisMonth", label: "This month" },
  { value: "lastMonth", label: "Last month" },
  { value: "thisQuarter", label: "This quarter" },
  { value: "lastQuarter", label: "Last quarter" },
  { value: "thisYear", label: "This year" },
  { value: "lastYear", label: "Last year" },
] as const;
export type DatePeriod = (typeof datePeriods)[number]["value"];

export const isDatePeriod = (value: unknown): value is DatePeriod =>
  datePeriods.some((period) => period.value === value);

interface Days {
  /** YYYY-MM-DD. */
  readonly from: string;
  /** Absent: up to now. */
  readonly to?: string;
}

const textOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10);

/** The days of a period. Weeks begin on Sunday. */
export function daysOfPeriod(period: DatePeriod, today: string): Days {
  const at = new Date(`${today}T00:00:00Z`);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  switch (period) {
    case "today":
      return { from: today };
    case "thisWeek":
      return { from: textOf(Date.UTC(year, month, day - at.getUTCDay())) };
    case "last7Days":
      return { from: textOf(Date.UTC(year, month, day - 6)) };
    case "thisMonth":
      return { from: textOf(Date.UTC(year, month, 1)) };
    case "lastMonth":
      return { from: textOf(Date.UTC(year, month - 1, 1)), to: textOf(Date.UTC(year, month, 0)) };
    case "thisQuarter":
      return { from: textOf(Date.UTC(year, month - (month % 3), 1)) };
    case "lastQuarter":
      return {
        from: textOf(Date.UTC(year, month - (month % 3) - 3, 1)),
        to: textOf(Date.UTC(year, month - (month % 3), 0)),
      };
    case "thisYear":
      return { from: textOf(Date.UTC(year, 0, 1)) };
    case "lastYear":
      return { from: textOf(Date.UTC(year - 1, 0, 1)), to: textOf(Date.UTC(year, 0, 0)) };
  }
}
