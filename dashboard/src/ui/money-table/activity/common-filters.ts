import { textParam } from "#app/search-params.ts";
import type { Amounts } from "../filters/amount-filter.tsx";
import type { Dates } from "../filters/date-filter.tsx";
import { daysOfPeriod, isDatePeriod } from "../filters/date-periods.ts";
import type { ActivityFilter } from "./use-activity.ts";

/** The filters of every list of transactions, as in the URL. Those of several values have commas. */
export interface CommonFilters extends Dates, Amounts {
  readonly account?: string | undefined;
  readonly status?: string | undefined;
}

/** Every common filter removed. */
export const noCommonFilters = {
  account: undefined,
  status: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
  min: undefined,
  max: undefined,
} as const satisfies Record<keyof CommonFilters, undefined>;

const amountParam = (value: unknown): number | undefined => {
  const amount = Number(value);
  return value !== undefined && value !== "" && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
};

/** Ignores invalid parameters. */
export const commonFiltersOf = (url: Record<string, unknown>): CommonFilters => ({
  account: textParam(url["account"]),
  status: textParam(url["status"]),
  period: isDatePeriod(url["period"]) ? url["period"] : undefined,
  from: textParam(url["from"]),
  to: textParam(url["to"]),
  min: amountParam(url["min"]),
  max: amountParam(url["max"]),
});

/** The values of a filter of several. */
export const listed = (values: string): string[] => values.split(",");

/** The API validates the values: it rejects an outdated one of an old link with a message. */
export const commonActivityFilter = (filters: CommonFilters, today: string): ActivityFilter => ({
  ...(filters.account ? { accountId: listed(filters.account) } : {}),
  ...(filters.status ? { status: listed(filters.status) as ActivityFilter["status"] } : {}),
  ...daysOf(filters, today),
  ...(filters.min === undefined ? {} : { amountMin: filters.min }),
  ...(filters.max === undefined ? {} : { amountMax: filters.max }),
});

function daysOf({ period, from, to }: Dates, today: string): ActivityFilter {
  const days = period === undefined ? { from, to } : daysOfPeriod(period, today);
  return { ...(days.from ? { start: days.from } : {}), ...(days.to ? { end: days.to } : {}) };
}
