/** Spans of whole months in New York, like the sums. */
export const periods = [
  { value: "3", label: "Last 3 months" },
  { value: "6", label: "Last 6 months" },
  { value: "12", label: "Last 12 months" },
  { value: "24", label: "Last 24 months" },
  { value: "year", label: "This year" },
  { value: "lastYear", label: "Last year" },
] as const;
export type SpendingPeriod = (typeof periods)[number]["value"];

export const DEFAULT_PERIOD: SpendingPeriod = "12";

const monthText = (year: number, month: number): string => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);

/** The first and last month of a period that ends with the month of a day, YYYY-MM-DD. */
export function monthsOfPeriod(
  period: SpendingPeriod,
  today: string,
): { readonly start: string; readonly end: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  if (period === "year") return { start: monthText(year, 0), end: monthText(year, month) };
  if (period === "lastYear") return { start: monthText(year - 1, 0), end: monthText(year - 1, 11) };
  return { start: monthText(year, month - Number(period) + 1), end: monthText(year, month) };
}

/** As many months, just before. */
export function monthsBefore({ start, end }: { readonly start: string; readonly end: string }): {
  readonly start: string;
  readonly end: string;
} {
  const index = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
  const monthAt = (at: number) => monthText(Math.floor(at / 12), at % 12);
  const [first, count] = [index(start), index(end) - index(start) + 1];
  return { start: monthAt(first - count), end: monthAt(first - 1) };
}

/** The last day of a month, as the lists' filters take it. */
export const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

const withYear = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
const short = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const dateOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);
export const longMonth = (month: string): string => withYear.format(dateOf(month));

/** "Jan ’26" for each January and the first month, otherwise "Feb". */
export const monthTick = (month: string, index: number): string =>
  index === 0 || month.endsWith("-01")
    ? `${short.format(dateOf(month))} ’${month.slice(2, 4)}`
    : short.format(dateOf(month));
