import { present } from "../../../kernel/assert.ts";
import { DAY_MS } from "../../../kernel/clock/clock.ts";
import { invalidRequest } from "../../../kernel/http/http-refusals.ts";
import { type KeysetRange, keysetOf, readPage } from "../../../kernel/http/paging.queries.ts";
import type { PageBounds } from "../../../kernel/http/schemas.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { firstIdAt, type OrganizationId } from "../../../kernel/values/ids.ts";
import { countSearched, searchByKeyset, searchByOffset, searchCondition } from "./search-pages.queries.ts";
import { lookUpSearch, type TransactionSearch } from "./search-transactions.ts";
import type { TransactionRow } from "./transaction.ts";
import { boundOf, filterOf, type TransactionQuery } from "./transaction-filter.ts";
import {
  countByDay,
  countMatching,
  exceptionKey,
  filtersRareStatuses,
  listByKeyset,
  listByOffset,
  type OffsetPage,
  type TransactionFilter,
  transactionExists,
  transactionKey,
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
  const filter = filterOf(organizationId, query);
  const keyset = await keysetFor(service, filter, { query, defaultOrder: "asc" });
  // Card payments do not exist here, so no transaction has the card.
  if (query.cardId && query.cardId.length > 0) return keyset.finish<TransactionRow>([], () => "");
  const listed = await searchedIn(service, filter, query.search);
  return readPage(
    keyset,
    (range) => readByKeyset(service, listed, range),
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
  const filter = filterOf(organizationId, query);
  const listed = await searchedIn(service, windowed ? { ...filter, fromId: firstIdAt(from) } : filter, query.search);
  // Without filters, the total comes from counts by day: counting millions of rows for each page would be too slow.
  const { total } = selects(query)
    ? await count(service, listed)
    : await countByDay(service.database, organizationId, {
        accountId: accountOf(query),
        from: windowed ? from : boundOf("start", query.start)?.from,
        below: boundOf("end", query.end)?.below,
      });
  if (byCursor) {
    const keyset = await keysetFor(service, filter, { query, defaultOrder: "desc" });
    const read = (range: KeysetRange) => readByKeyset(service, listed, range);
    const { rows, page } = await readPage(keyset, read, (row) => row.transaction_id);
    return { total: Number(total), rows, page };
  }
  const { limit = ACCOUNT_LIST_PAGE, offset = 0, order = "desc" } = query;
  // One more row than the page shows whether another page follows.
  const read = await readByOffset(service, listed, { limit: limit + 1, offset, order });
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

const PAGING: ReadonlySet<string> = new Set(["accountId", "order", "limit", "offset", "start_after", "end_before"]);
const DAYS: ReadonlySet<string> = new Set(["start", "end"]);

/** True if a list of one account omits any of its transactions, other than by its window of whole days. */
const selects = (query: TransactionQuery): boolean =>
  Object.entries(query).some(
    ([name, value]) =>
      value !== undefined && !PAGING.has(name) && !(DAYS.has(name) && value.length === "YYYY-MM-DD".length),
  );

const accountOf = ({ accountId = [] }: TransactionQuery): string =>
  present(accountId[0], "a list of one account names it");

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

/** A list, with what its search finds. */
interface Listed {
  readonly filter: TransactionFilter;
  readonly search: TransactionSearch | undefined;
}

async function searchedIn(
  { database }: Service,
  filter: TransactionFilter,
  searched: string | undefined,
): Promise<Listed> {
  const { organizationId, counterpartyIds } = filter;
  const search = await lookUpSearch(database, { organizationId, search: searched, counterpartyIds });
  // Rare statuses are a short list, which is read as it is.
  return search && filtersRareStatuses(filter)
    ? { filter: { ...filter, found: searchCondition(organizationId, search) }, search: undefined }
    : { filter, search };
}

const readByKeyset = ({ database }: Service, { filter, search }: Listed, range: KeysetRange) =>
  search ? searchByKeyset(database, filter, { search, range }) : listByKeyset(database, filter, range);

const readByOffset = ({ database }: Service, { filter, search }: Listed, page: OffsetPage) =>
  search ? searchByOffset(database, filter, { search, ...page }) : listByOffset(database, filter, page);

const count = ({ database }: Service, { filter, search }: Listed) =>
  search ? countSearched(database, filter, search) : countMatching(database, filter);
