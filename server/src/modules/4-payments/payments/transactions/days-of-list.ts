import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { firstIdAt, instantOf, type OrganizationId } from "#kernel/values/ids.ts";
import { countBetween, type DaysWanted, daysWith, WITHOUT_METHOD } from "../days/account-days.queries.ts";
import { type TransactionStatus, transactionStatuses } from "../states/transaction-states.ts";
import type { TransactionQuery } from "./transaction-filter.ts";
import { filtersRareStatuses, type TransactionFilter, type TransactionRange } from "./transactions.queries.ts";

/**
 * What is known of days without reading their transactions (table account_days): a list whose filter matches few rows
 * skips the days that have none, and totals are added up. Otherwise a filter that matches nothing would read a million
 * rows (ADR 0044).
 */

/** An organization with hundreds of accounts has so many days that reading transactions is no worse. */
const DAYS_MAX = 20_000;

/** Where the filter may match; undefined if that is anywhere, or if days do not tell. */
export async function rangesOf(
  db: Queryable,
  filter: TransactionFilter,
): Promise<readonly TransactionRange[] | undefined> {
  const conditions = daysOf(filter);
  if (conditions === undefined) return undefined;
  const days = await daysWith(db, filter.organizationId, { ...conditions, most: DAYS_MAX });
  if (days.some((range) => range.was_cut)) return undefined;
  return days.map((range) => ({
    fromId: firstIdAt(range.from_at),
    belowId: firstIdAt(range.below_at),
  }));
}

function daysOf(filter: TransactionFilter): DaysWanted | undefined {
  const { accountIds, statuses, fromId, belowId, postedFrom, methods, leastMinor, mostMinor } = filter;
  if (filtersRareStatuses(filter) || filter.counterpartyIds || filter.requestId !== undefined) return undefined;
  const isNarrow = statuses && !statuses.includes("sent");
  if (!isNarrow && !methods && leastMinor === undefined && mostMinor === undefined && !postedFrom) return undefined;
  return {
    ...(accountIds && { accountIds }),
    ...(isNarrow && { statuses: statuses.map(dayStatusOf) }),
    ...(methods && { methods }),
    ...(leastMinor !== undefined && { leastMinor }),
    ...(mostMinor !== undefined && { mostMinor }),
    ...(postedFrom && { postedFrom }),
    ...(fromId !== undefined && { from: instantOf(fromId) }),
    ...(belowId !== undefined && { below: instantOf(belowId) }),
  };
}

/** Days count the rare endings together. */
const dayStatusOf = (status: TransactionStatus): "pending" | "sent" | "other" =>
  status === "pending" || status === "sent" ? status : "other";

/** A list of one account, and from when to when it is. */
export interface CountedList {
  readonly organizationId: OrganizationId;
  readonly query: TransactionQuery;
  readonly from: Date | undefined;
  readonly below: Date | undefined;
}

/** The exact total of a list of one account, if its filters are among those that days count. */
export async function totalFromDays(
  db: Queryable,
  { organizationId, query, from, below }: CountedList,
): Promise<bigint | undefined> {
  if (!isCountedByDay(query)) return undefined;
  const { status = [], paymentMethod = [], kind = [], spending } = query;
  const methods = paymentMethod.length > 0 ? paymentMethod : undefined;
  const days = {
    accountIds: [present(query.accountId?.[0], "a list of one account names it")],
    ...(from && { from }),
    ...(below && { below }),
    ...(methods && { methods }),
  };
  const all = await countBetween(db, organizationId, days);
  // Exactly the payments have a method.
  const others =
    kind.length > 0 && !methods
      ? await countBetween(db, organizationId, { ...days, methods: [WITHOUT_METHOD] })
      : undefined;
  const count = (name: keyof typeof all) => all[name] - (others?.[name] ?? 0n);
  if (spending) return count(spending);
  if (status.length === 0) return count("transactions");
  const { pending, sent } = { pending: count("pending"), sent: count("sent") };
  const counts = { pending, sent, other: count("transactions") - pending - sent };
  return [...new Set(status.map(dayStatusOf))].reduce((total, each) => total + counts[each], 0n);
}

/** Filters that days count. */
const COUNTED: ReadonlySet<string> = new Set(["accountId", "status", "paymentMethod", "kind", "spending"]);
const PAGING: ReadonlySet<string> = new Set(["order", "limit", "offset", "start_after", "end_before"]);
const DAYS: ReadonlySet<string> = new Set(["start", "end"]);

function isCountedByDay(query: TransactionQuery): boolean {
  const { status = [], kind = [], spending } = query;
  const isKnown = Object.entries(query).every(
    ([name, value]) =>
      value === undefined ||
      COUNTED.has(name) ||
      PAGING.has(name) ||
      (DAYS.has(name) && value.length === "YYYY-MM-DD".length),
  );
  const rare = transactionStatuses.filter((each) => dayStatusOf(each) === "other");
  const wantedRare = rare.filter((each) => status.includes(each));
  const isWholeStatus = wantedRare.length === 0 || wantedRare.length === rare.length;
  const isPaymentsOnly = kind.every((each) => each === "outgoingPayment");
  return isKnown && isWholeStatus && isPaymentsOnly && !(spending && status.length > 0);
}
