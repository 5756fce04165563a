import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type AccountId, firstIdAt, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { balancesAfter, findSettledEntries, type SettledEntry, settledEntries } from "#records/ledger";
import { rangesOf } from "../transactions/days-of-list.ts";
import { readByKeyset } from "../transactions/list-transactions.ts";
import { entriesOfTransactions, rangeBeyond, transactionsOfEntries } from "../transactions/settled-order.queries.ts";
import type { TransactionQuery } from "../transactions/transaction-filter.ts";
import {
  exceptionKey,
  listByKeyset,
  type TransactionFilter,
  transactionKey,
} from "../transactions/transactions.queries.ts";

/*
 * The order of an account's book, in which each balance is the one before and the amount. Newest first: pending
 * transactions, then those that settled, by their entry in the ledger. What failed, was blocked, or was canceled never
 * settled; it is at the place of its creation. Each of the three has an index, and a page merges them.
 */

/** The account of the list; refuses other filters, with which balances would make no sense. */
export function accountOfBook(
  { organizationId: _organization, accountIds, ...others }: TransactionFilter,
  { search, cardId }: Pick<TransactionQuery, "search" | "cardId">,
): AccountId {
  const [accountId, another] = new Set(accountIds?.map((id) => id.toLowerCase()));
  const isFiltered = Object.keys(others).length > 0 || search?.trim() || (cardId?.length ?? 0) > 0;
  if (accountId === undefined || another !== undefined || isFiltered)
    throw invalidRequest([{ path: "sort", message: "settled requires one accountId and no other filter" }]);
  return accountId as AccountId; // A UUID by its schema.
}

interface BookPage {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  /** The page is after this transaction. */
  readonly cursor: string | undefined;
  readonly descending: boolean;
  readonly limit: number;
}
type Ids = readonly TransactionId[];

/** The ids of a page in the order of an account's book. */
export async function idsOfBook(db: Queryable, page: BookPage): Promise<Ids> {
  const { organizationId, cursor, descending, limit } = page;
  const [place] = cursor === undefined ? [] : await placesOf(db, organizationId, [cursor]);
  const pending = (most: number) => readPending(db, page, { after: place?.isPending ? place.id : undefined, most });
  const ended = (most: number) => readEnded(db, page, { after: place?.isPending ? undefined : place?.entry, most });
  // What is pending comes first in one direction, and last in the other.
  const [first, then] = descending ? [pending, ended] : [ended, pending];
  const isInSecond = place !== undefined && place.isPending !== descending;
  if (isInSecond) return then(limit);
  const ids = await first(limit);
  assert(ids.length <= limit, "a page is no longer than requested");
  return ids.length === limit ? ids : [...ids, ...(await then(limit - ids.length))];
}

async function readPending(
  db: Queryable,
  { organizationId, accountId, descending }: BookPage,
  { after, most }: { readonly after: TransactionId | undefined; readonly most: number },
): Promise<Ids> {
  const filter: TransactionFilter = { organizationId, accountIds: [accountId], statuses: ["pending"] };
  const ranges = await rangesOf(db, filter);
  const range = rangeBeyond(transactionKey, { id: after, descending, limit: most });
  const rows = await readByKeyset(db, { filter, search: undefined, ranges }, range);
  return rows.map((row) => row.transaction_id);
}

/** What is no longer pending: it settled, or ended without. */
async function readEnded(
  db: Queryable,
  { organizationId, accountId, descending }: BookPage,
  { after, most }: { readonly after: SettledEntry | undefined; readonly most: number },
): Promise<Ids> {
  const entries = await settledEntries(db, { organizationId, accountId }, { after, descending, limit: most });
  const entryIds = entries.map((entry) => entry.transaction_id);
  const found = await transactionsOfEntries(db, organizationId, { accountId, entryIds });
  const idOf = new Map(found.map((row) => [row.entry_id, row.transaction_id]));
  const filter: TransactionFilter = {
    organizationId,
    accountIds: [accountId],
    statuses: ["cancelled", "failed", "blocked"],
    // Rows beyond the last of a full page are not needed.
    ...(entries.length === most ? createdUntil(entries.at(-1), descending) : {}),
  };
  const range = rangeBeyond(exceptionKey, { id: after && idOfPlace(after), descending, limit: most });
  const unsettled = await listByKeyset(db, filter, range);
  const places = [
    ...entries.map((entry) => ({
      id: present(idOf.get(entry.transaction_id), "each settled movement belongs to a transaction of the account"),
      entry,
    })),
    ...unsettled.map(({ transaction_id: id }) => ({ id, entry: createdAs(id) })),
  ].toSorted((a, b) => (descending ? compare(b.entry, a.entry) : compare(a.entry, b.entry)));
  return places.slice(0, most).map(({ id }) => id);
}

/** The place of what never settled. */
const createdAs = (id: TransactionId): SettledEntry => ({ transaction_id: id, entered_at: instantOf(id) });

const compare = (a: SettledEntry, b: SettledEntry): number =>
  a.entered_at.getTime() - b.entered_at.getTime() || (a.transaction_id < b.transaction_id ? -1 : 1);

/** The place among those that never settled, whose ids begin with the instant of their place. */
function idOfPlace({ transaction_id: id, entered_at: at }: SettledEntry): string {
  const instant = firstIdAt(at);
  return id > instant ? id : instant;
}

const createdUntil = (last: SettledEntry | undefined, descending: boolean): Partial<TransactionFilter> => {
  if (last === undefined) return {};
  return descending ? { fromId: firstIdAt(last.entered_at) } : { belowId: firstIdAt(plusMs(last.entered_at, 1)) };
};

/** Where a transaction is in the book. */
interface Place {
  readonly id: TransactionId;
  readonly isPending: boolean;
  readonly isSettled: boolean;
  readonly entry: SettledEntry;
}

async function placesOf(
  db: Queryable,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<readonly Place[]> {
  const rows = await entriesOfTransactions(db, organizationId, ids);
  const entryIds = rows.map((row) => row.entry_id);
  const entries = await findSettledEntries(db, organizationId, entryIds);
  const entryOf = new Map(entries.map((entry) => [entry.transaction_id, entry]));
  return rows.map(({ transaction_id: id, entry_id: entryId, is_pending: isPending }) => {
    const entry = entryOf.get(entryId);
    return { id, isPending, isSettled: entry !== undefined, entry: entry ?? createdAs(id) };
  });
}

/** What the account contained right after each of these transactions settled, in cents; those that did not are absent. */
export async function balancesInBook(
  db: Queryable,
  { organizationId, accountId }: Pick<BookPage, "organizationId" | "accountId">,
  ids: Ids,
): Promise<ReadonlyMap<TransactionId, bigint>> {
  const places = (await placesOf(db, organizationId, ids)).filter(({ isSettled }) => isSettled);
  const inOrder = places.map(({ entry }) => entry).toSorted(compare);
  const [from, to] = [inOrder[0], inOrder.at(-1)];
  if (from === undefined || to === undefined) return new Map();
  const rows = await balancesAfter(db, { organizationId, accountId }, { from, to });
  const balances = new Map(rows.map((row) => [row.transaction_id, row.balance_minor]));
  return new Map(
    places.map(({ id, entry }) => [
      id,
      present(balances.get(entry.transaction_id), "an entry of the account has a balance after it"),
    ]),
  );
}
