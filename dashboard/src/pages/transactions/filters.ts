import { textParam } from "../../app/search-params.ts";
import {
  type CommonFilters,
  commonActivityFilter,
  commonFiltersOf,
  listed,
  noCommonFilters,
} from "../../ui/money-table/activity/common-filters.ts";
import { type ListState, listStateOf } from "../../ui/money-table/activity/list-state.ts";
import type { ActivityFilter } from "../../ui/money-table/activity/use-activity.ts";

/** The filters, as in the URL. Those of several values have commas. */
export interface Filters extends CommonFilters {
  readonly search?: string | undefined;
  readonly method?: string | undefined;
  readonly kind?: string | undefined;
  readonly counterparty?: string | undefined;
  /** A category's id, or `none`. */
  readonly category?: string | undefined;
  /** What the report of spending counts: `out` or `in`. */
  readonly flow?: string | undefined;
  /** Failed payments that nobody has marked as handled (`false`), or someone has. A text would have quotes in the URL. */
  readonly handled?: boolean | undefined;
}

export type TransactionsSearch = Filters & ListState;

/** The router parses a search for digits as a number. */
const searchParam = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : textParam(value);

/** Saved views and links from before have it as a text. */
const handledParam = (value: unknown): boolean | undefined =>
  [true, false].find((each) => String(each) === String(value));

/** Ignores invalid parameters. */
export const transactionsSearchOf = (url: Record<string, unknown>): TransactionsSearch => ({
  search: searchParam(url["search"]),
  ...commonFiltersOf(url),
  method: textParam(url["method"]),
  kind: textParam(url["kind"]),
  counterparty: textParam(url["counterparty"]),
  category: textParam(url["category"]),
  flow: textParam(url["flow"]),
  handled: handledParam(url["handled"]),
  ...listStateOf(url),
});

/** Every filter removed. */
export const noFilters = {
  search: undefined,
  ...noCommonFilters,
  method: undefined,
  kind: undefined,
  counterparty: undefined,
  category: undefined,
  flow: undefined,
  handled: undefined,
} as const satisfies Record<keyof Filters, undefined>;

export const isFiltered = ({ sort: _sort, order: _order, open: _open, ...search }: TransactionsSearch): boolean => {
  const { start_after: _after, end_before: _before, view: _view, ...filters } = search;
  return Object.values(filters).some((value) => value !== undefined);
};

/** The API validates the values: it rejects an outdated one of an old link with a message. */
export const activityFilterOf = (filters: Filters, today: string): ActivityFilter => ({
  ...(filters.search ? { search: filters.search } : {}),
  ...commonActivityFilter(filters, today),
  ...(filters.method ? { paymentMethod: listed(filters.method) as ActivityFilter["paymentMethod"] } : {}),
  ...(filters.kind ? { kind: listed(filters.kind) as ActivityFilter["kind"] } : {}),
  ...(filters.counterparty ? { counterpartyId: filters.counterparty } : {}),
  ...(filters.handled === undefined ? {} : { handled: filters.handled ? "true" : "false" }),
  ...categoryOf(filters),
});

const categoryOf = ({ category, flow }: Filters): ActivityFilter => ({
  ...(category === "none" ? { categorized: "false" } : category ? { categoryId: category } : {}),
  ...(flow ? { spending: flow as NonNullable<ActivityFilter["spending"]> } : {}),
});
