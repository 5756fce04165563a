import { DAY_MS } from "../../../kernel/clock/clock.ts";
import { invalidRequest } from "../../../kernel/http/http-refusals.ts";
import { type KeysetRange, keysetOf, readPage } from "../../../kernel/http/paging.queries.ts";
import type { PageBounds } from "../../../kernel/http/schemas.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import { firstIdAt, type OrganizationId } from "../../../kernel/values/ids.ts";
import { findCounterpartiesByName } from "../../recipients/index.ts";
import { isAllowedInDescription } from "../send/bank-description.ts";
import { rangesOf, totalFromDays } from "./days-of-list.ts";
import type { TransactionRow } from "./transaction.ts";
import { boundOf, filterOf, type TransactionQuery, withSearch } from "./transaction-filter.ts";
import {
  countMatching,
  exceptionKey,
  filtersRareStatuses,
  listByCounterparty,
  listByKeyset,
  listByOffset,
  listInRanges,
  type OffsetPage,
  type TransactionFilter,
  type TransactionRange,
  transactionExists,
  transactionKey,
  wholeList,
} from "./transactions.queries.ts";

/** The default window and page of a list of one account (wire contract §4.2). */
const ACCOUNT_LIST_WINDOW_DAYS = 30;
const ACCOUNT_LIST_PAGE = 1000;
/** With more names than this, scanning the list finds matches soon enough. */
const MERGED_COUNTERPARTIES_MAX = 200;

/** `GET /transactions`: all accounts, cursor pages, oldest first by default. */
export async function listTransactions(
  service: Service,
  organizationId: OrganizationId,
  query: TransactionQuery,
): Promise<{ rows: readonly TransactionRow[]; page: PageBounds }> {
  const filter = filterOf(organizationId, query);
  const keyset = await keysetFor(service, filter, { query, defaultOrder: "asc" });
  // Card payments do not exist here, so no transaction has the card.
  if (query.cardId && query.cardId.length > 0) return keyset.finish<TransactionRow>([], () => "");
  const read = (range: KeysetRange) => readRows(service, filter, { search: query.search, range });
  return readPage(keyset, read, (row) => row.transaction_id);
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
  const filter = await searchedIn(service, filterOf(organizationId, query), query.search);
  const narrowed = windowed ? { ...filter, fromId: firstIdAt(from) } : filter;
  const ranges = await rangesOf(service.database, narrowed);
  const counted = await totalFromDays(service.database, {
    organizationId,
    query,
    from: windowed ? from : boundOf("start", query.start)?.from,
    below: boundOf("end", query.end)?.below,
  });
  const total = counted ?? (await countMatching(service.database, narrowed, ranges)).total;
  if (byCursor) {
    const keyset = await keysetFor(service, filter, { query, defaultOrder: "desc" });
    const read = (range: KeysetRange) => readRows(service, filter, { search: undefined, range });
    const { rows, page } = await readPage(keyset, read, (row) => row.transaction_id);
    return { total: Number(total), rows, page };
  }
  const { limit = ACCOUNT_LIST_PAGE, offset = 0, order = "desc" } = query;
  // One more row than the page shows whether another page follows.
  const read = await readByOffset(service.database, narrowed, { ranges, page: { limit: limit + 1, offset, order } });
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
  return new Date((Math.floor(lastMs / DAY_MS) - ACCOUNT_LIST_WINDOW_DAYS) * DAY_MS);
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

/** One page, by the cheapest way to find its rows. */
async function readRows(
  service: Service,
  filter: TransactionFilter,
  { search, range }: { search: string | undefined; range: KeysetRange },
): Promise<readonly TransactionRow[]> {
  const searched = await searchedIn(service, filter, search);
  if (searched.counterpartyIds && !filtersRareStatuses(searched))
    return listByCounterparty(service.database, searched, range);
  const ranges = await rangesOf(service.database, searched);
  return ranges
    ? listInRanges(service.database, searched, { ranges, page: { ...range, offset: 0 } })
    : listByKeyset(service.database, searched, range);
}

/** A page by offset. */
function readByOffset(
  db: Queryable,
  filter: TransactionFilter,
  { ranges, page }: { ranges: readonly TransactionRange[] | undefined; page: OffsetPage },
): Promise<readonly TransactionRow[]> {
  if (ranges === undefined) return listByOffset(db, filter, page);
  return listInRanges(db, filter, { ranges, page: wholeList(page) });
}

/**
 * A search first looks at the names of counterparties: an organization pays thousands, and has millions of
 * transactions. Only if the term may also match a description's fixed prefix, or matches very many names, is the list
 * itself scanned; matches are then so common that a page fills early.
 */
async function searchedIn(
  { database }: Service,
  filter: TransactionFilter,
  search: string | undefined,
): Promise<TransactionFilter> {
  const searched = withSearch(filter, search);
  if (search === undefined || searched.searchPattern === undefined) return filter;
  if (filter.counterpartyIds || filtersRareStatuses(filter) || isAllowedInDescription(search)) return searched;
  const counterpartyIds = await findCounterpartiesByName(database, filter.organizationId, {
    search,
    most: MERGED_COUNTERPARTIES_MAX,
  });
  return counterpartyIds === undefined ? searched : { ...searched, counterpartyIds };
}
