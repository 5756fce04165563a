import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { type AccountId, firstIdAt, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { balancesAfter, type SettledEntry, settledEntries } from "#records/ledger";
import { rangesOf } from "../transactions/days-of-list.ts";
import { readByKeyset } from "../transactions/list-transactions.ts";
import { entriesOfTransactions, transactionsOfEntries } from "../transactions/settled-order.queries.ts";
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

/** The ids of a page in the order of an account's book. */
export async function idsOfBook(db: Queryable, page: BookPage): Promise<readonly TransactionId[]> {
  const { organizationId, cursor, descending, limit } = page;
  const [at] = cursor === undefined ? [] : await entriesOfTransactions(db, organizationId, [cursor]);
  const isPending = at?.is_pending === true;
  const place = at === undefined || isPending ? undefined : placeOf(at);
  const readPending = async (most: number) => {
    const filter: TransactionFilter = { organizationId, accountIds: [page.accountId], statuses: ["pending"] };
    const id = isPending ? at.transaction_id : undefined;
    const after = descending ? sql`${transactionKey} < ${id}::uuid` : sql`${transactionKey} > ${id}::uuid`;
    const order = descending ? sql`${transactionKey} desc` : sql`${transactionKey} asc`;
    const condition = id === undefined ? sql`true` : after;
    const ranges = await rangesOf(db, filter);
    const range = { condition, order, descending, limit: most };
    return (await readByKeyset(db, { filter, search: undefined, ranges }, range)).map((row) => row.transaction_id);
  };
  const first = descending
    ? place === undefined
      ? await readPending(limit)
      : []
    : isPending
      ? []
      : await readEnded(db, page, place);
  assert(first.length <= limit, "a page is no longer than requested");
  if (first.length === limit) return first;
  const rest = limit - first.length;
  const more = descending ? await readEnded(db, { ...page, limit: rest }, place) : await readPending(rest);
  return [...first, ...more];
}

/** What is no longer pending: settled, or ended without. */
async function readEnded(
  db: Queryable,
  { organizationId, accountId, descending, limit }: BookPage,
  after: SettledEntry | undefined,
): Promise<readonly TransactionId[]> {
  const entries = await settledEntries(db, organizationId, { accountId, after, descending, limit });
  const entryIds = entries.map((entry) => entry.transaction_id);
  const found = await transactionsOfEntries(db, organizationId, { accountId, entryIds });
  const idOf = new Map(found.map((row) => [row.entry_id, row.transaction_id]));
  // Rows beyond the last of a full page are not needed.
  const last = entries.length === limit ? entries.at(-1) : undefined;
  const unsettled = await listByKeyset(
    db,
    {
      organizationId,
      accountIds: [accountId],
      statuses: ["cancelled", "failed", "blocked"],
      ...boundsOf(last, descending),
    },
    {
      condition: after === undefined ? sql`true` : isBeyond(after, descending),
      order: descending ? sql`${exceptionKey} desc` : sql`${exceptionKey} asc`,
      descending,
      limit,
    },
  );
  const places = [
    ...entries.map((entry) => ({
      id: present(idOf.get(entry.transaction_id), "each settled movement belongs to a transaction of the account"),
      place: entry,
    })),
    ...unsettled.map(({ transaction_id: id }) => ({ id, place: createdAs(id) })),
  ].toSorted((a, b) => (descending ? compare(b.place, a.place) : compare(a.place, b.place)));
  return places.slice(0, limit).map(({ id }) => id);
}

const createdAs = (id: TransactionId): SettledEntry => ({ transaction_id: id, entered_at: instantOf(id) });

const placeOf = ({
  transaction_id: id,
  entry_id: entryId,
  entered_at: enteredAt,
}: Awaited<ReturnType<typeof entriesOfTransactions>>[number]): SettledEntry =>
  entryId === null || enteredAt === null ? createdAs(id) : { transaction_id: entryId, entered_at: enteredAt };

const compare = (a: SettledEntry, b: SettledEntry): number =>
  a.entered_at.getTime() - b.entered_at.getTime() || (a.transaction_id < b.transaction_id ? -1 : 1);

/** Among those that never settled, whose place is in their id: the instant comes first. */
function isBeyond({ transaction_id: id, entered_at: at }: SettledEntry, descending: boolean) {
  const instant = firstIdAt(at);
  const bound = id > instant ? id : instant;
  return descending ? sql`${exceptionKey} < ${bound}::uuid` : sql`${exceptionKey} > ${bound}::uuid`;
}

const boundsOf = (last: SettledEntry | undefined, descending: boolean): Partial<TransactionFilter> => {
  if (last === undefined) return {};
  return descending ? { fromId: firstIdAt(last.entered_at) } : { belowId: firstIdAt(plusMs(last.entered_at, 1)) };
};

/** What the account contained right after each of these transactions settled, in cents; those that did not are absent. */
export async function balancesOf(
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, ids }: { readonly accountId: AccountId; readonly ids: readonly TransactionId[] },
): Promise<ReadonlyMap<TransactionId, bigint>> {
  const settled = (await entriesOfTransactions(db, organizationId, ids))
    .filter((row) => row.entry_id !== null)
    .map((row) => ({ id: row.transaction_id, place: placeOf(row) }))
    .toSorted((a, b) => compare(a.place, b.place));
  const [from, to] = [settled[0]?.place, settled.at(-1)?.place];
  if (from === undefined || to === undefined) return new Map();
  const rows = await balancesAfter(db, organizationId, { accountId, from, to });
  const balances = new Map(rows.map((row) => [row.transaction_id, row.balance_minor]));
  return new Map(
    settled.map(({ id, place }) => [
      id,
      present(balances.get(place.transaction_id), "an entry of the account has a balance after it"),
    ]),
  );
}
