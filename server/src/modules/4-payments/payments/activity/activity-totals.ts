import { newYorkDay, newYorkMidnight } from "bursar-banking/calendar/new-york";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { instantOf, type OrganizationId } from "#kernel/values/ids.ts";
import { methodsOfPayments, type TransactionsCounted } from "../days/account-days.queries.ts";
import { findByFacts } from "../finding/find-transactions.ts";
import { searchedIn } from "../transactions/list-transactions.ts";
import { filterOf, type TransactionQuery } from "../transactions/transaction-filter.ts";
import type { TransactionFilter } from "../transactions/transactions.queries.ts";
import { addedUp, addedUpByDay, type TotalsRow } from "./activity-totals.queries.ts";

/** The most transactions that are read to add them up. */
const MOST_READ = 50_000;

interface Sums {
  readonly count: number;
  readonly outMinor: bigint;
  readonly inMinor: bigint;
  readonly notLeftMinor: bigint;
  readonly isExact: boolean;
}

const NOTHING: Sums = { count: 0, outMinor: 0n, inMinor: 0n, notLeftMinor: 0n, isExact: true };

/** `GET /activity/totals`: what the transactions of the list add up to. */
export async function activityTotals(
  service: Service,
  organizationId: OrganizationId,
  query: TransactionQuery,
): Promise<Sums> {
  const filter = filterOf(organizationId, query, service.clock.now());
  // Card payments do not exist here, so no transaction has the card.
  if (query.cardId && query.cardId.length > 0) return NOTHING;
  const { database } = service;
  const counted = query.search?.trim() ? undefined : countedByDay(filter);
  if (counted !== undefined) {
    const byDay = await addedUpByDay(database, filter, { counted, most: MOST_READ });
    if (!byDay.was_cut) return totalsOf(byDay);
  }
  const byFacts = await findByFacts(database, organizationId, query.search);
  const alsoFound = [...byFacts, ...(query.alsoFound ?? [])];
  return totalsOf(await addedUp(database, await searchedIn(service, filter, { ...query, alsoFound }), MOST_READ));
}

function totalsOf(row: TotalsRow): Sums {
  assert(row.count >= 0n, "a number of transactions is not negative");
  assert(row.out_minor >= 0n, "what left is not negative");
  assert(row.in_minor >= 0n, "what arrived is not negative");
  assert(row.not_left_minor >= 0n, "what did not leave is not negative");
  return {
    count: Number(row.count),
    outMinor: row.out_minor,
    inMinor: row.in_minor,
    notLeftMinor: row.not_left_minor,
    isExact: !row.was_cut,
  };
}

/** Filters that days tell apart. */
const BY_DAY: ReadonlySet<string> = new Set(["organizationId", "accountIds", "fromId", "belowId", "methods", "kinds"]);

/** What sums of days count if they are those of the list; undefined if they do not tell. */
function countedByDay(filter: TransactionFilter): TransactionsCounted | undefined {
  const { accountIds, fromId, belowId, kinds } = filter;
  if (!Object.keys(filter).every((name) => BY_DAY.has(name))) return undefined;
  if (kinds?.some((kind) => kind !== "outgoingPayment")) return undefined;
  const [from, below] = [fromId, belowId].map((id) => (id === undefined ? undefined : instantOf(id)));
  const areDays = [from, below].every((at) => at === undefined || isMidnight(at));
  if (!areDays) return undefined;
  // Exactly the payments have a method.
  const methods = filter.methods ?? (kinds && methodsOfPayments);
  return {
    ...(accountIds && { accountIds }),
    ...(from && { from }),
    ...(below && { below }),
    ...(methods && { methods }),
  };
}

/** A day's end is a few hours from that of a stored day; any other instant can be nearly a day from one. */
const isMidnight = (at: Date): boolean => newYorkMidnight(newYorkDay(at)).getTime() === at.getTime();
