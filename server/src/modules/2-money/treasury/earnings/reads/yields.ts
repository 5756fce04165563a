import { MICRO } from "../custodian/accrual.ts";

/** What an account earned on a day, before the fee. */
export interface EarnedDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly investedMinor: bigint;
  /** Millionths of a cent. */
  readonly dividendMicro: bigint;
}

const WINDOW_DAYS = 7;

/**
 * The 7-day yield of each day, in millionths a year, as money-market funds quote it (SEC Form N-1A, item 26): the
 * dividends of up to seven days, as a rate of what was invested, for a year. Undefined where nothing was invested or
 * nothing is known of the dividends.
 */
export function sevenDayYields(days: readonly EarnedDay[]): readonly (number | undefined)[] {
  let dividends = 0n;
  let invested = 0n;
  return days.map((day, at) => {
    dividends += day.dividendMicro;
    invested += day.investedMinor;
    const left = days[at - WINDOW_DAYS];
    dividends -= left?.dividendMicro ?? 0n;
    invested -= left?.investedMinor ?? 0n;
    if (day.investedMinor === 0n || dividends === 0n) return undefined;
    const daysInYear = BigInt(Temporal.PlainDate.from(day.day).daysInYear);
    // Micro-cents a year per cent are millionths; rounded to the nearest.
    return Number((2n * dividends * daysInYear + invested) / (2n * invested));
  });
}

/**
 * A custodian reports dividends by month: they are spread over the month's days by what was invested. Months with daily
 * accruals keep them.
 */
export function withReported(days: readonly EarnedDay[], reported: ReadonlyMap<string, bigint>): readonly EarnedDay[] {
  const months = Map.groupBy(days, ({ day }) => `${day.slice(0, 7)}-01`);
  return [...months].flatMap(([month, ofMonth]) => {
    const dividendMinor = reported.get(month) ?? 0n;
    const invested = ofMonth.reduce((sum, { investedMinor }) => sum + investedMinor, 0n);
    if (invested === 0n || dividendMinor <= 0n || ofMonth.some(({ dividendMicro }) => dividendMicro > 0n))
      return ofMonth;
    return ofMonth.map((day) => ({
      ...day,
      dividendMicro: (dividendMinor * MICRO * day.investedMinor) / invested,
    }));
  });
}
