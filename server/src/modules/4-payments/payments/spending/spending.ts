import { newYorkDay } from "bursar-banking/calendar/new-york";
import { type Static, Type } from "typebox";
import { assert } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { Nullable, OneOf, object, Usd, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type MonthSum, type SpendingRow, spendingSums } from "./spending.queries.ts";

const MONTHS_DEFAULT = 12;
const MONTHS_MAX = 60;
/** January 1000, the first month that the pattern below allows, counted like `indexOf`. */
const FIRST_MONTH = 12_000;

/** A month of a query or response. */
const Month = (description: string) =>
  Type.String({
    pattern: "^[12][0-9]{3}-(0[1-9]|1[0-2])$",
    description: `${description} A month in New York, YYYY-MM.`,
    examples: ["2026-11"],
  });
const count = Type.Integer({ description: "The number of transactions." });
const total = Usd("Always positive.");

export const spendingParameters = {
  start: Type.Optional(Month("The first month. By default, the 11 months before `end`.")),
  end: Type.Optional(Month("The last month. By default, the current one.")),
  accountId: Type.Optional(
    Type.Array(Type.String({ format: "uuid" }), { maxItems: 100, description: "Of any of these accounts." }),
  ),
  direction: Type.Optional(OneOf(["out", "in"], "Money out (the default) or money in.", "MoneyDirection")),
};

export const SpendingMonth = object(
  { month: Month("The month."), total, transactions: count },
  { title: "SpendingMonth" },
);
export const SpendingCategory = object(
  {
    categoryId: Nullable(Uuid("The category; null: transactions without one.")),
    name: Nullable(Type.String({ description: "Its name; null for transactions without a category." })),
    deleted: Type.Boolean({ description: "The category was deleted; its transactions keep it." }),
    total,
    transactions: count,
    months: Type.Array(Type.Number({ description: "US dollars." }), {
      description: "Its total of each month, in the order of `months`.",
    }),
  },
  { title: "SpendingByCategory" },
);
export const SpendingReport = object(
  {
    start: Month("The first month."),
    end: Month("The last month."),
    direction: OneOf(["out", "in"], "Money out or money in.", "MoneyDirection"),
    total,
    transactions: count,
    months: Type.Array(SpendingMonth, { description: "Every month of the range, oldest first." }),
    categories: Type.Array(SpendingCategory, {
      description: "Largest total first; transactions without a category last. Together, they are the total.",
    }),
  },
  { title: "Spending" },
);

export interface SpendingQuery {
  readonly start?: string;
  readonly end?: string;
  readonly accountId?: readonly string[];
  readonly direction?: "out" | "in";
}

/** Sums by month and category, in cents. */
export interface SpendingSums {
  readonly start: string;
  readonly end: string;
  readonly direction: "out" | "in";
  readonly months: readonly MonthSum[];
  /** Largest first; what has no category last, so that together they are the total. */
  readonly categories: readonly SumsOfCategory[];
}

/** Reads the sums of the categories; the rest of the total has no category. */
export async function readSpending(
  service: Pick<Service, "database" | "clock">,
  organizationId: OrganizationId,
  query: SpendingQuery,
): Promise<SpendingSums> {
  const { start, end, months } = monthsInRange(query, service.clock.now());
  const { direction = "out", accountId = [] } = query;
  const rows = await spendingSums(service.database, organizationId, {
    months,
    accountIds: accountId.length === 0 ? undefined : accountId,
    direction,
  });
  const ofEach = [...Map.groupBy(rows, (row) => row.category_id)];
  const total = inMonths(months, ofEach.find(([categoryId]) => categoryId === null)?.[1] ?? []);
  const categories: SumsOfCategory[] = ofEach.flatMap(([categoryId, ofOne]) =>
    categoryId === null
      ? []
      : {
          categoryId,
          name: ofOne[0]?.name ?? null,
          deleted: ofOne[0]?.is_deleted ?? false,
          sums: inMonths(months, ofOne),
        },
  );
  categories.sort((a, b) => compare(overallOf(b.sums).total_minor, overallOf(a.sums).total_minor));
  const rest = restOf(total, categories);
  if (rest.some(({ transactions }) => transactions > 0n))
    categories.push({ categoryId: null, name: null, deleted: false, sums: rest });
  return { start, end, direction, months: total, categories };
}

/** The sums as the API shows them. */
export const renderSpending = ({ months, categories, ...range }: SpendingSums): Static<typeof SpendingReport> => ({
  ...range,
  ...rendered(overallOf(months)),
  months: months.map((sum) => ({ month: sum.month, ...rendered(sum) })),
  categories: categories.map(({ sums, ...category }) => ({
    ...category,
    ...rendered(overallOf(sums)),
    months: sums.map((sum) => dollarsFromMinor(sum.total_minor)),
  })),
});

export type SumsOfCategory = Pick<Static<typeof SpendingCategory>, "categoryId" | "name" | "deleted"> & {
  /** One for each month of the report. */
  readonly sums: readonly MonthSum[];
};

const inMonths = (months: readonly string[], rows: readonly SpendingRow[]): readonly MonthSum[] =>
  months.map((month) => rows.find((row) => row.month === month) ?? none(month));

/** What has no category. */
function restOf(total: readonly MonthSum[], categories: readonly SumsOfCategory[]): readonly MonthSum[] {
  const rest = total.map((sum, index) => categories.reduce((left, { sums }) => minus(left, sums[index]), sum));
  for (const { total_minor: left, transactions } of rest) {
    assert(left >= 0n && transactions >= 0n, "categories together are not more than the total");
    assert(transactions > 0n || left === 0n, "an amount without a category belongs to transactions");
  }
  return rest;
}

const none = (month: string): MonthSum => ({ month, total_minor: 0n, transactions: 0n });

const minus = (sum: MonthSum, part: MonthSum = none(sum.month)): MonthSum => ({
  month: sum.month,
  total_minor: sum.total_minor - part.total_minor,
  transactions: sum.transactions - part.transactions,
});

export const overallOf = (sums: readonly MonthSum[]): Omit<MonthSum, "month"> => ({
  total_minor: sums.reduce((sum, part) => sum + part.total_minor, 0n),
  transactions: sums.reduce((sum, part) => sum + part.transactions, 0n),
});

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

const rendered = ({ total_minor: minor, transactions }: Omit<MonthSum, "month">) => ({
  total: dollarsFromMinor(minor),
  transactions: Number(transactions),
});

/** The months of a query, oldest first. Refuses a range that is empty or too long. */
export function monthsInRange(
  query: Pick<SpendingQuery, "start" | "end">,
  now: Date,
): { readonly start: string; readonly end: string; readonly months: readonly string[] } {
  const last = indexOf(query.end ?? newYorkDay(now).slice(0, "YYYY-MM".length));
  const first = query.start === undefined ? Math.max(FIRST_MONTH, last - MONTHS_DEFAULT + 1) : indexOf(query.start);
  const problems: FieldProblem[] = [];
  if (first > last) problems.push({ path: "start", message: "must not be after end" });
  if (last - first >= MONTHS_MAX)
    problems.push({ path: "start", message: `must be at most ${MONTHS_MAX} months before end` });
  if (problems.length > 0) throw invalidRequest(problems);
  const months = Array.from({ length: last - first + 1 }, (_, index) => monthAt(first + index));
  return { start: monthAt(first), end: monthAt(last), months };
}

/** Months are counted from the year 0. */
const indexOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthAt = (index: number): string =>
  `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
