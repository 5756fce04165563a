import { calendarDay, newYorkMidnight } from "bursar-banking/calendar/new-york";
import { type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { plusMs } from "#kernel/clock/clock.ts";
import { type FieldProblem, invalidRequest, refuseHttp } from "#kernel/http/http-refusals.ts";
import type { CursorQuery } from "#kernel/http/schemas.ts";
import { firstIdAt, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { type TransactionStatus, transactionStatuses } from "../states/transaction-states.ts";
import { failuresAmong } from "./failed-payments.ts";
import type { TransactionKind } from "./transaction-kinds.ts";
import type { TransactionFilter } from "./transactions.queries.ts";

/** The filters of every list, as in the query. */
export interface TransactionQuery extends CursorQuery {
  readonly status?: readonly TransactionStatus[];
  readonly accountId?: readonly string[];
  readonly cardId?: readonly string[];
  readonly start?: string;
  readonly end?: string;
  readonly postedStart?: string;
  readonly postedEnd?: string;
  readonly search?: string;
  /** What the search finds besides names and descriptions. */
  readonly alsoFound?: readonly TransactionId[];
  readonly requestId?: string;
  readonly mercuryCategory?: string;
  readonly categoryId?: string;
  readonly categorized?: "true" | "false";
  readonly spending?: "out" | "in";
  readonly kind?: readonly TransactionKind[];
  readonly paymentMethod?: readonly PaymentMethod[];
  readonly counterpartyId?: string;
  readonly direction?: "out" | "in";
  /** Dollars, in either direction. */
  readonly amountMin?: number;
  readonly amountMax?: number;
  /** Only failed payments: those that someone has marked as handled, or the others. */
  readonly handled?: "true" | "false";
  readonly offset?: number;
}

/** The query's filters, except its search (`lookUpSearch`). Refuses invalid values. */
export function filterOf(organizationId: OrganizationId, query: TransactionQuery, now: Date): TransactionFilter {
  const start = boundOf("start", query.start);
  const end = boundOf("end", query.end);
  const postedStart = boundOf("postedStart", query.postedStart);
  const postedEnd = boundOf("postedEnd", query.postedEnd);
  const amounts = amountsOf(query);
  const problems: FieldProblem[] = [...amounts.problems];
  if (start && end && start.from > end.from) problems.push({ path: "start", message: "must not be after end" });
  if (postedStart && postedEnd && postedStart.from > postedEnd.from)
    problems.push({ path: "postedStart", message: "must not be after postedEnd" });
  if (problems.length > 0) throw invalidRequest(problems);
  const filter: TransactionFilter = {
    organizationId,
    ...given("accountIds", some(query.accountId)),
    ...given("statuses", some(transactionStatuses.filter((status) => query.status?.includes(status)))),
    ...given("fromId", start && firstIdAt(start.from)),
    ...given("belowId", earlier(end?.below, postedEnd?.below)),
    ...given("postedFrom", postedStart && storable(postedStart.from)),
    ...given("postedBelow", postedEnd && storable(postedEnd.below)),
    ...given("requestId", query.requestId),
    ...given("mercuryCategory", query.mercuryCategory),
    ...given("categoryId", query.categoryId),
    ...given("isCategorized", query.categorized && query.categorized === "true"),
    ...given("spending", query.spending),
    ...given("kinds", some(query.kind)),
    // Even all methods together are a filter: transfers and deposits have none.
    ...given("methods", some(paymentMethods.filter((method) => query.paymentMethod?.includes(method)))),
    ...given("counterpartyIds", query.counterpartyId === undefined ? undefined : [query.counterpartyId]),
    ...given("direction", query.direction),
    ...given("leastMinor", amounts.leastMinor),
    ...given("mostMinor", amounts.mostMinor),
  };
  return query.handled === undefined ? filter : failuresAmong(filter, { isHandled: query.handled === "true", now });
}

/** The upper bound of creation times that two filters imply: nothing is posted before it is created. */
function earlier(a: Date | undefined, b: Date | undefined): string | undefined {
  const bound = a === undefined || (b !== undefined && b < a) ? b : a;
  return bound && firstIdAt(bound);
}

/** One member, or none where there is no value. */
const given = <Name extends keyof TransactionFilter>(
  name: Name,
  value: TransactionFilter[Name] | undefined,
): Partial<TransactionFilter> => (value === undefined ? {} : { [name]: value });

/** An empty list restricts nothing: clients send it for "any". */
const some = <Item>(items: readonly Item[] | undefined): readonly Item[] | undefined =>
  items === undefined || items.length === 0 ? undefined : items;

/** The bounds in cents, in either direction, and what is wrong with them. */
interface AskedAmounts {
  readonly leastMinor: bigint | undefined;
  readonly mostMinor: bigint | undefined;
  readonly problems: readonly FieldProblem[];
}

function amountsOf({ amountMin, amountMax }: TransactionQuery): AskedAmounts {
  const problems: FieldProblem[] = [];
  const centsOf = (path: string, dollars: number | undefined): bigint | undefined => {
    // Zero is a valid bound, though not a valid amount.
    if (dollars === undefined || dollars === 0) return dollars === undefined ? undefined : 0n;
    const minor = minorFromDollars(dollars);
    if (minor === undefined) problems.push({ path, message: "must be an amount in dollars with at most two decimals" });
    return minor;
  };
  const leastMinor = centsOf("amountMin", amountMin);
  const mostMinor = centsOf("amountMax", amountMax);
  if (leastMinor !== undefined && mostMinor !== undefined && leastMinor > mostMinor)
    problems.push({ path: "amountMin", message: "must not be more than amountMax" });
  return { leastMinor, mostMinor, problems };
}

/** The last instant that the API can write with four digits for the year. */
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** The nearest instant that the database accepts. Clients may send any date, such as one in the year 0. */
const storable = (at: Date): Date => new Date(Math.min(Math.max(0, at.getTime()), LAST_MS));

/** A day is one in New York, like those of statements; an instant covers its millisecond. */
export function boundOf(
  parameter: string,
  text: string | undefined,
): { readonly from: Date; readonly below: Date } | undefined {
  if (text === undefined) return undefined;
  const day = calendarDay(text);
  if (day !== undefined) return { from: newYorkMidnight(day), below: newYorkMidnight(day.add({ days: 1 })) };
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const instant = new Date(text);
  if (!isInstant || Number.isNaN(instant.getTime())) throw refuseHttp("malformedDateParam", { details: { parameter } });
  return { from: instant, below: plusMs(instant, 1) };
}
