import { textParam } from "../../app/search-params.ts";
import { type ListState, listStateOf } from "../../ui/money-table/activity/list-state.ts";
import type { ActivityFilter } from "../../ui/money-table/activity/use-activity.ts";
import type { Amounts } from "../../ui/money-table/filters/amount-filter.tsx";
import type { Dates } from "../../ui/money-table/filters/date-filter.tsx";
import { daysOfPeriod, isDatePeriod } from "../../ui/money-table/filters/date-periods.ts";

/** The filters, as in the URL. Those of several values have commas. */
export interface Filters extends Dates, Amounts {
  readonly search?: string | undefined;
  readonly account?: string | undefined;
  readonly status?: string | undefined;
  readonly method?: string | undefined;
  readonly kind?: string | undefined;
  readonly counterparty?: string | undefined;
  /** A category's id, or `none`. */
  readonly category?: string | undefined;
  /** What the report of spending counts: `out` or `in`. */
  readonly flow?: string | undefined;
  /** Failed payments that nobody has marked as handled (`false`), or someone has. */
  readonly handled?: "true" | "false" | undefined;
}

export type TransactionsSearch = Filters & ListState;

const amountParam = (value: unknown): number | undefined => {
  const amount = Number(value);
  return value !== undefined && value !== "" && Number.isFinite(amount) && amount >= 0 ? amount : undefined;
};

/** The router parses a search for digits as a number. */
const searchParam = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : textParam(value);

/** The router parses it as a boolean. */
const handledParam = (value: unknown): "true" | "false" | undefined =>
  (["true", "false"] as const).find((known) => known === String(value));

/** Ignores invalid parameters. */
export const searchOfUrl = (url: Record<string, unknown>): TransactionsSearch => ({
  search: searchParam(url["search"]),
  account: textParam(url["account"]),
  status: textParam(url["status"]),
  method: textParam(url["method"]),
  kind: textParam(url["kind"]),
  counterparty: textParam(url["counterparty"]),
  category: textParam(url["category"]),
  flow: textParam(url["flow"]),
  handled: handledParam(url["handled"]),
  period: isDatePeriod(url["period"]) ? url["period"] : undefined,
  from: textParam(url["from"]),
  to: textParam(url["to"]),
  min: amountParam(url["min"]),
  max: amountParam(url["max"]),
  ...listStateOf(url),
});

/** Every filter removed. */
export const noFilters = {
  search: undefined,
  account: undefined,
  status: undefined,
  method: undefined,
  kind: undefined,
  counterparty: undefined,
  category: undefined,
  flow: undefined,
  handled: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
  min: undefined,
  max: undefined,
} as const satisfies Record<keyof Filters, undefined>;

export const isFiltered = ({ sort: _sort, order: _order, open: _open, ...search }: TransactionsSearch): boolean => {
  const { start_after: _after, end_before: _before, view: _view, ...filters } = search;
  return Object.values(filters).some((value) => value !== undefined);
};

const listed = (values: string): string[] => values.split(",");

/** The API validates the values: it rejects an outdated one of an old link with a message. */
export const activityFilterOf = (filters: Filters, today: string): ActivityFilter => ({
  ...(filters.search ? { search: filters.search } : {}),
  ...(filters.account ? { accountId: listed(filters.account) } : {}),
  ...(filters.status ? { status: listed(filters.status) as ActivityFilter["status"] } : {}),
  ...(filters.method ? { paymentMethod: listed(filters.method) as ActivityFilter["paymentMethod"] } : {}),
  ...(filters.kind ? { kind: listed(filters.kind) as ActivityFilter["kind"] } : {}),
  ...(filters.counterparty ? { counterpartyId: filters.counterparty } : {}),
  ...(filters.handled ? { handled: filters.handled } : {}),
  ...categoryOf(filters),
  ...daysOf(filters, today),
  ...(filters.min === undefined ? {} : { amountMin: filters.min }),
  ...(filters.max === undefined ? {} : { amountMax: filters.max }),
});

const categoryOf = ({ category, flow }: Filters): ActivityFilter => ({
  ...(category === "none" ? { categorized: "false" } : category ? { categoryId: category } : {}),
  ...(flow ? { spending: flow as NonNullable<ActivityFilter["spending"]> } : {}),
});

function daysOf({ period, from, to }: Filters, today: string): ActivityFilter {
  const days = period === undefined ? { from, to } : daysOfPeriod(period, today);
  return { ...(days.from ? { start: days.from } : {}), ...(days.to ? { end: days.to } : {}) };
}
