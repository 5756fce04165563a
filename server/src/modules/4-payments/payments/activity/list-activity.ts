import { assert } from "#kernel/assert.ts";
import { type Keyset, keysetOf } from "#kernel/http/paging.queries.ts";
import type { PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { findAccounts } from "#money/accounts";
import { findByFacts } from "../finding/find-transactions.ts";
import { listTransactions, searchedIn } from "../transactions/list-transactions.ts";
import { type PageBySize, pageBySize, sizeOf, soonBySize } from "../transactions/pages-by-size.queries.ts";
import {
  type ActivitySort,
  accountKey,
  accountsWithTransactions,
  keyOfTransaction,
  type SortKey,
  sortedPage,
  sortedPlace,
  sortKeys,
  transactionsInOrder,
} from "../transactions/sorted-pages.queries.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import { filterOf, type TransactionQuery } from "../transactions/transaction-filter.ts";
import {
  filtersRareStatuses,
  type TransactionFilter,
  transactionExists,
  transactionKey,
} from "../transactions/transactions.queries.ts";
import { MOST_SORTED, refuseActivity } from "./activity-refusals.ts";
import { accountOfBook, balancesInBook, idsOfBook } from "./settled-order.ts";

/** The filters of the table, and its order. */
export interface ActivityQuery extends TransactionQuery {
  readonly sort?: ActivitySort;
  /** All pages will be read: a list that cannot be sorted to its end is refused at the beginning. */
  readonly readsAll?: boolean;
}

interface ActivityPage {
  readonly rows: readonly TransactionRow[];
  readonly page: PageBounds;
  /** In the order of an account's book: what it contained after each transaction that settled, in cents. */
  readonly balances?: ReadonlyMap<TransactionId, bigint>;
}

/** A page in the order of size reads a page of each account: with more accounts, it is sorted. */
const MERGED_ACCOUNTS_MAX = 200;
/** Among so many rows in the order of size, those of a long list are looked for. */
const NEXT_ROWS = 10_000;
/** More are not looked up to sort by their names; the transactions of all others come first. */
const SORTED_ACCOUNTS_MAX = 10_000;

/** `GET /activity`: the transactions of `GET /transactions` in the order of a column; its search finds more. */
export async function listActivity(
  service: Service,
  organizationId: OrganizationId,
  { sort = "created", ...asked }: ActivityQuery,
): Promise<ActivityPage> {
  const byFacts = await findByFacts(service.database, organizationId, asked.search);
  const alsoFound = [...byFacts, ...(asked.alsoFound ?? [])];
  const query = { ...asked, alsoFound };
  if (sort === "created") return listTransactions(service, organizationId, query);
  const filter = filterOf(organizationId, query, service.clock.now());
  if (sort === "settled") return listBook(service, filter, query);
  const key = sort === "account" ? await keyOfAccounts(service, organizationId) : sortKeys[sort];
  const keyset = await keysetOf(query, {
    column: sortedPlace.id,
    leading: {
      column: sortedPlace.key,
      valueOf: (id) => Promise.resolve(keyOfTransaction(organizationId, id, key)),
    },
    exists: async (id) => (await transactionExists(service.database, organizationId, id)) !== undefined,
  });
  // Card payments do not exist here, so no transaction has the card.
  if (query.cardId && query.cardId.length > 0) return keyset.finish<TransactionRow>([], () => "");
  const list = { filter, query, keyset, key };
  const found = sort === "amount" ? await idsBySize(service, list) : await idsSorted(service, list);
  if (found === undefined) throw refuseActivity("tooManyToSort", { details: { sort, most: MOST_SORTED } });
  const { rows: ids, page } = keyset.finish(found, (id) => id);
  const rows = await transactionsInOrder(service.database, organizationId, ids);
  assert(rows.length === ids.length, "each transaction of a page exists");
  return { rows, page };
}

/** One account's transactions in the order of its book, with its balances. */
async function listBook({ database }: Service, filter: TransactionFilter, query: ActivityQuery): Promise<ActivityPage> {
  const { organizationId } = filter;
  const accountId = accountOfBook(filter, query);
  const keyset = await keysetOf(query, {
    column: transactionKey,
    exists: async (id) => (await transactionExists(database, organizationId, id)) !== undefined,
  });
  const cursor = query.start_after ?? query.end_before;
  const { descending, limit } = keyset;
  const found = await idsOfBook(database, { organizationId, accountId, cursor, descending, limit });
  const { rows: ids, page } = keyset.finish(found, (id) => id);
  const rows = await transactionsInOrder(database, organizationId, ids);
  assert(rows.length === ids.length, "each transaction of a page exists");
  return { rows, page, balances: await balancesInBook(database, { organizationId, accountId }, ids) };
}

interface SortedList {
  readonly filter: TransactionFilter;
  readonly query: ActivityQuery;
  readonly keyset: Keyset;
  readonly key: SortKey;
}
type Ids = readonly TransactionId[];

const idsOf = (rows: readonly { readonly transaction_id: TransactionId | null }[]): Ids =>
  rows.flatMap(({ transaction_id: id }) => id ?? []);

/** Filters that the order of size takes into account. */
const BY_SIZE: ReadonlySet<string> = new Set(["organizationId", "accountIds", "leastMinor", "mostMinor"]);

/** The page in the order of size: from an index, or sorted, or among the next rows of the index. */
async function idsBySize(service: Service, list: SortedList): Promise<Ids | undefined> {
  const { filter, query, keyset } = list;
  const { database } = service;
  const isIndexed = !query.search?.trim() && Object.keys(filter).every((name) => BY_SIZE.has(name));
  const page = await pageOf(service, list);
  if (isIndexed && page) return idsOf(await pageBySize(database, filter.organizationId, page));
  const sorted = await idsSorted(service, list);
  if (sorted || query.readsAll || page === undefined || filtersRareStatuses(filter)) return sorted;
  const listed = await searchedIn(service, filter, query);
  const { limit } = keyset;
  const next = Math.max(limit, Math.min(NEXT_ROWS, Math.floor((2 * NEXT_ROWS) / page.accountIds.length)));
  assert(next >= limit, "as many rows are read as the page has");
  const rows = await soonBySize(database, listed, { page: { ...page, limit: next }, limit });
  const soon = idsOf(rows);
  assert(soon.length <= limit, "a page is no longer than requested");
  return soon.length === limit || rows.some((row) => row.is_end) ? soon : undefined;
}

/** Undefined if there are too many accounts. */
async function pageOf({ database }: Service, { filter, query, keyset }: SortedList): Promise<PageBySize | undefined> {
  const { organizationId, leastMinor, mostMinor } = filter;
  const accountIds =
    filter.accountIds ?? (await accountsWithTransactions(database, organizationId, MERGED_ACCOUNTS_MAX + 1));
  if (accountIds.length > MERGED_ACCOUNTS_MAX) return undefined;
  const cursor = query.start_after ?? query.end_before;
  const place = cursor === undefined ? undefined : await sizeOf(database, organizationId, cursor);
  assert(place === undefined || place.size_minor > 0n, "no amount is zero");
  return {
    // An account that is named twice is one.
    accountIds: [...new Set(accountIds.map((id) => id.toLowerCase()))],
    leastMinor,
    mostMinor,
    after: place && { sizeMinor: place.size_minor, transactionId: place.transaction_id },
    descending: keyset.descending,
    limit: keyset.limit,
  };
}

/** The page of a list that is read and sorted; undefined if it is too long. */
async function idsSorted(service: Service, { filter, query, keyset, key }: SortedList): Promise<Ids | undefined> {
  const listed = await searchedIn(service, filter, query);
  const rows = await sortedPage(service.database, listed, { key, most: MOST_SORTED, page: keyset });
  assert(rows.length >= 1, "the answer says whether there are more");
  assert(rows.length <= keyset.limit, "a sorted page is no longer than requested");
  return rows.some((row) => row.has_more) ? undefined : idsOf(rows);
}

async function keyOfAccounts({ database }: Service, organizationId: OrganizationId): Promise<SortKey> {
  const ids = await accountsWithTransactions(database, organizationId, SORTED_ACCOUNTS_MAX);
  const accounts = await findAccounts(database, organizationId, ids);
  assert(accounts.length === ids.length, "an account with transactions is never deleted");
  const named = accounts.map(({ accountId, name, nickname }) => ({ accountId, name: nickname ?? name }));
  const sorted = named.toSorted((a, b) => byName.compare(a.name, b.name) || (a.accountId < b.accountId ? -1 : 1));
  return accountKey(sorted.map(({ accountId }) => accountId));
}

const byName = new Intl.Collator("en-US", { numeric: true });
