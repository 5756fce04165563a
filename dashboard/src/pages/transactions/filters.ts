import type { ExportTransactionsData, ListTransactionsData } from "../../api/generated/types.gen.ts";

/** The filters and the page, as in the URL. */
export interface Filters {
  readonly search?: string;
  readonly account?: string;
  readonly status?: string;
  readonly method?: string;
  readonly kind?: string;
  readonly counterparty?: string;
  /** A category's id, or `none`. */
  readonly category?: string;
  /** What the report of spending counts: `out` or `in`. */
  readonly flow?: string;
  /** YYYY-MM-DD. */
  readonly from?: string;
  readonly to?: string;
  /** US dollars. */
  readonly min?: number;
  readonly max?: number;
  readonly start_after?: string;
  readonly end_before?: string;
}

const texts = [
  "search",
  "account",
  "status",
  "method",
  "kind",
  "counterparty",
  "category",
  "flow",
  "from",
  "to",
  "start_after",
  "end_before",
] as const;
const amounts = ["min", "max"] as const;

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
  from: undefined,
  to: undefined,
  min: undefined,
  max: undefined,
} as const;

/** Ignores invalid parameters. */
export function filtersOfUrl(url: Record<string, unknown>): Filters {
  const filters: Record<string, string | number | undefined> = Object.fromEntries(
    [...texts, ...amounts].map((name) => [name, undefined]),
  );
  for (const name of texts) {
    const value = url[name];
    // The router parses a search for digits as a number.
    if ((typeof value === "string" && value !== "") || typeof value === "number") filters[name] = String(value);
  }
  for (const name of amounts) {
    const value = Number(url[name]);
    if (url[name] !== undefined && url[name] !== "" && Number.isFinite(value) && value >= 0) filters[name] = value;
  }
  return filters;
}

type Query = NonNullable<ListTransactionsData["query"]> & NonNullable<ExportTransactionsData["query"]>;

/** The API validates the values. */
export const queryOf = ({ search, account, status, method, kind, counterparty, ...others }: Filters) =>
  ({
    ...(search ? { search } : {}),
    ...(account ? { accountId: [account] } : {}),
    // The API rejects an outdated value of an old link with a message.
    ...(status ? { status: [status] as Query["status"] } : {}),
    ...(method ? { paymentMethod: [method] as Query["paymentMethod"] } : {}),
    ...(kind ? { kind: [kind] as Query["kind"] } : {}),
    ...(counterparty ? { counterpartyId: counterparty } : {}),
    ...categoryQuery(others),
    ...(others.from ? { start: others.from } : {}),
    ...(others.to ? { end: others.to } : {}),
    ...(others.min === undefined ? {} : { amountMin: others.min }),
    ...(others.max === undefined ? {} : { amountMax: others.max }),
  }) satisfies Query;

const categoryQuery = ({ category, flow }: Filters) =>
  ({
    ...(category === "none" ? { categorized: "false" } : category ? { categoryId: category } : {}),
    ...(flow ? { spending: flow as NonNullable<Query["spending"]> } : {}),
  }) satisfies Query;

/** The CSV export of everything the filters match. */
export function exportUrl(filters: Filters): string {
  const parameters = new URLSearchParams({ order: "desc" });
  for (const [name, value] of Object.entries(queryOf(filters))) parameters.set(name, String(value));
  return `/api/v1/transactions/export?${parameters.toString()}`;
}

export const isFiltered = ({ start_after: _after, end_before: _before, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** ISO dates sort as text. */
export const endsBeforeItBegins = ({ from, to }: Filters): boolean =>
  from !== undefined && to !== undefined && to < from;
