import { newYorkDate, newYorkMidnight } from "bursar-banking/calendar/new-york";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { type KeysetRange, keysetOf, readPage } from "#kernel/http/paging.queries.ts";
import type { PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { rangesOf, totalFromDays } from "./days-of-list.ts";
import {
  countSearched,
  type Listed,
  methodsScanned,
  searchByKeyset,
  searchByOffset,
  searchCondition,
} from "./search-pages.queries.ts";
import { lookUpSearch } from "./search-transactions.ts";
import type { TransactionRow } from "./transaction.ts";
import { boundOf, filterOf, type TransactionQuery } from "./transaction-filter.ts";
import {
  countMatching,
  exceptionKey,
  filtersRareStatuses,
  listByKeyset,
  listByOffset,
  listInRanges,
  type OffsetPage,
  type TransactionFilter,
  transactionExists,
  transactionKey,
  wholeList,
} from "./transactions.queries.ts";

/** The default window and page of a list of one account (wire contract §4.2). */
const ACCOUNT_LIST_WINDOW_DAYS = 30;
const ACCOUNT_LIST_PAGE = 1000;

/** `GET /transactions`: all accounts, cursor pages, oldest first by default. */
export async function listTransactions(
  service: Service,
  organizationId: OrganizationId,
  query: TransactionQuery,
): Promise<{ rows: readonly TransactionRow[]; page: PageBounds }> {
  const filter = filterOf(organizationId, query, service.clock.now());
  const keyset = await keysetFor(service, filter, { query, defaultOrder: "asc" });
  // Card payments do not exist here, so no transaction has the card.
  if (query.cardId && query.cardId.length > 0) return keyset.finish<TransactionRow>([], () => "");
  const listed = await searchedIn(service, filter, query);
  return readPage(
    keyset,
    (range) => readByKeyset(service.database, listed, range),
    (row) => row.transaction_id,
  );
}

/** `GET /account/{accountId}/transactions`: one account, newest first; pages by offset or by cursor (decision P10). */
export async function listAccountTransactions(
  service: Service,
  organizationId: OrganizationId,
  query: TransactionQuery,
): Promise<{ total: number; rows: readonly TransactionRow[]; page: PageBounds }> {
  const byCursor = query.start_after !== undefined || query.end_before !== undefined;
  if (byCursor && query.offset !== undefined)
    throw invalidRequest([{ path: "offset", message: "cannot be combined with a cursor" }]);
  const windowed = !byCursor && query.requestId === undefined && query.start === undefined;
  const from = windowStart(service.clock.now(), query.end);
  const filter = filterOf(organizationId, query, service.clock.now());
  const narrowed = windowed ? { ...filter, fromId: firstIdAt(from) } : filter;
  const listed = await searchedIn(service, narrowed, query);
  const counted = await totalFromDays(service.database, {
    organizationId,
    query,
    from: windowed ? from : boundOf("start", query.start)?.from,
    below: boundOf("end", query.end)?.below,
  });
  const total = counted ?? (await count(service.database, listed)).total;
  if (byCursor) {
    const keyset = await keysetFor(service, filter, { query, defaultOrder: "desc" });
    const read = (range: KeysetRange) => readByKeyset(service.database, listed, range);
    const { rows, page } = await readPage(keyset, read, (row) => row.transaction_id);
    return { total: Number(total), rows, page };
  }
  const { limit = ACCOUNT_LIST_PAGE, offset = 0, order = "desc" } = query;
  // One more row than the page shows whether another page follows.
  const read = await readByOffset(service.database, listed, { limit: limit + 1, offset, order });
  const rows = read.slice(0, limit);
  return { total: Number(total), rows, page: boundsOf(rows, { next: read.length > limit, previous: offset > 0 }) };
}

/** The cursors with which a client can continue from a page that it read by offset. */
function boundsOf(
  rows: readonly TransactionRow[],
  { next, previous }: { readonly next: boolean; readonly previous: boolean },
): PageBounds {
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    ...(next && last !== undefined ? { nextPage: last.transaction_id } : {}),
    ...(previous && first !== undefined ? { previousPage: first.transaction_id } : {}),
  };
}

/** The first day of the window: counted back from the last requested day, or from today if that is in the future. */
function windowStart(now: Date, end: string | undefined): Date {
  const lastMs = Math.min(now.getTime(), boundOf("end", end)?.from.getTime() ?? now.getTime());
  return newYorkMidnight(newYorkDate(new Date(lastMs)).subtract({ days: ACCOUNT_LIST_WINDOW_DAYS }));
}

/** Rare endings are paged by their own index, everything else by the id. */
const keysetFor = (
  service: Service,
  filter: TransactionFilter,
  { query, defaultOrder }: { query: TransactionQuery; defaultOrder: "asc" | "desc" },
) =>
  keysetOf(query, {
    column: filtersRareStatuses(filter) ? exceptionKey : transactionKey,
    defaultOrder,
    exists: async (id) => (await transactionExists(service.database, filter.organizationId, id)) !== undefined,
  });

/** The list of a filter and of what is searched for. */
export async function searchedIn(
  { database }: Service,
  filter: TransactionFilter,
  { search: searched, alsoFound }: Pick<TransactionQuery, "search" | "alsoFound">,
): Promise<Listed> {
  const { organizationId, counterpartyIds } = filter;
  const search = await lookUpSearch(database, { organizationId, search: searched, alsoFound, counterpartyIds });
  if (search === undefined) return { filter, search, ranges: await rangesOf(database, filter) };
  // Rare statuses are a short list, which is read as it is.
  if (filtersRareStatuses(filter))
    return {
      filter: { ...filter, found: searchCondition(organizationId, search) },
      search: undefined,
      ranges: undefined,
    };
  const methods = methodsScanned(filter, search);
  return { filter, search, ranges: await rangesOf(database, methods ? { ...filter, methods } : filter) };
}

/** One page, by the cheapest way to find its rows. */
export const readByKeyset = (db: Queryable, { filter, search, ranges }: Listed, range: KeysetRange) => {
  if (search) return searchByKeyset(db, { filter, search, ranges }, range);
  return ranges ? listInRanges(db, filter, { ranges, page: { ...range, offset: 0 } }) : listByKeyset(db, filter, range);
};

const readByOffset = (db: Queryable, { filter, search, ranges }: Listed, page: OffsetPage) => {
  if (search) return searchByOffset(db, { filter, search, ranges }, page);
  return ranges ? listInRanges(db, filter, { ranges, page: wholeList(page) }) : listByOffset(db, filter, page);
};

const count = (db: Queryable, { filter, search, ranges }: Listed) =>
  search ? countSearched(db, { filter, search, ranges }) : countMatching(db, filter, ranges);
