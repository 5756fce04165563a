import { findPaymentByUetr } from "#bank/file-rails";
import { assert } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type Looked, lookUp, narrowed, type SearchTerms, searchTerms, wordsIn } from "#records/search";
import { isTransferKind } from "../spending/counted.ts";
import { pageBySize } from "../transactions/pages-by-size.queries.ts";
import { whoAreNamed } from "../transactions/searched-counterparties.queries.ts";
import { accountsWithTransactions, transactionsInOrder } from "../transactions/sorted-pages.queries.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import { newestNamed, searchedTexts, transactionsWith, transactionsWithIds } from "./find-transactions.queries.ts";
import { textsOf } from "./index-memos.ts";
import { keysOf } from "./memo-keys.ts";
import { memosWithBeginning, memosWithKey } from "./memo-words.queries.ts";

/** More counterparties with a name are looked for among the newest transactions. */
const NAMED_MAX = 1_000;
/** Accounts whose amounts are looked up. */
const ACCOUNTS_MAX = 1_000;
/** Words of a search whose transactions are read; the others are compared. */
const WORDS_READ = 5;
/** Transactions of one word that are compared. */
const COMPARED_MAX = 300;
/** So many transactions of counterparties that have one word of several are compared, */
const COMPARED_OF_NAMES = 100;
/** if no more than so many counterparties have it. */
const COMPARED_NAMES_MAX = 200;

interface Search {
  readonly organizationId: OrganizationId;
  readonly terms: SearchTerms;
  readonly limit: number;
}
type Ids = readonly TransactionId[];

/**
 * Transactions by name, memo, note, amount, tracking or check number, or id: the newest first. Every part reads a bounded
 * number of rows, so what is common is found among the newest.
 */
export async function findTransactions(db: Queryable, search: Search): Promise<readonly TransactionRow[]> {
  const { organizationId, limit } = search;
  assert(limit >= 1, "a search asks for something");
  // Both sides of a transfer are found; one of them is shown.
  const wider = { ...search, limit: 2 * limit };
  const byId = await withIds(db, wider);
  const byAmount = await withAmount(db, wider);
  const named = await lookUpNames(db, wider);
  const texts = [...(await withNames(db, wider, named)), ...(await withTexts(db, wider, named))];
  const byText = newestFirst(texts, wider.limit);
  const amountsFirst = byText.length === 0 ? byAmount : byAmount.slice(0, limit);
  const ids = [...new Set([...byId, ...amountsFirst, ...byText, ...byAmount])].slice(0, 4 * limit);
  const rows = await transactionsInOrder(db, organizationId, ids);
  assert(rows.length === ids.length, "each transaction that was found exists");
  return onePerTransfer(rows).slice(0, limit);
}

/** Of each kind of match, at most so many are found in a list. */
const FOUND_MAX = 200;

/**
 * What a search of a list finds besides names: by memo, note, amount, tracking or check number, or id. What is common is
 * found among the newest, as in `findTransactions`.
 */
export async function findByFacts(
  db: Queryable,
  organizationId: OrganizationId,
  text: string | undefined,
): Promise<readonly TransactionId[]> {
  if (!text?.trim()) return [];
  const search: Search = { organizationId, terms: searchTerms(text), limit: FOUND_MAX };
  const byKey = [...(await withIds(db, search)), ...(await withAmount(db, search))];
  const byText = await withTexts(db, search, await lookUpNames(db, search));
  return [...new Set([...byKey, ...byText])];
}

const idsOf = (rows: readonly { readonly transaction_id: TransactionId }[]): Ids =>
  rows.map(({ transaction_id: id }) => id);

/** Ids contain their time. */
const newestFirst = (ids: Ids, limit: number): Ids => [...new Set(ids)].sort().reverse().slice(0, limit);

async function withIds(db: Queryable, { organizationId, terms: { ids }, limit }: Search): Promise<Ids> {
  if (ids === undefined) return [];
  const found = idsOf(await transactionsWithIds(db, organizationId, { ...ids, limit }));
  const byUetr = ids.first === ids.last ? await findPaymentByUetr(db, organizationId, ids.first) : undefined;
  return byUetr === undefined ? found : [...found, byUetr.transaction_id];
}

/** A whole number of dollars first, then with cents. */
async function withAmount(db: Queryable, { organizationId, terms: { amount }, limit }: Search): Promise<Ids> {
  if (amount === undefined) return [];
  assert(amount.leastMinor > 0n, "no transaction has the amount zero");
  assert(amount.leastMinor <= amount.mostMinor, "a range of amounts begins before it ends");
  const accountIds = await accountsWithTransactions(db, organizationId, ACCOUNTS_MAX);
  const page = (leastMinor: bigint, mostMinor: bigint, descending: boolean) =>
    pageBySize(db, organizationId, { accountIds, leastMinor, mostMinor, after: undefined, descending, limit });
  const { leastMinor, mostMinor } = amount;
  const exact = idsOf(await page(leastMinor, leastMinor, true));
  if (exact.length >= limit || mostMinor === leastMinor) return exact;
  return [...exact, ...idsOf(await page(leastMinor + 1n, mostMinor, false))];
}

const lookUpNames = async (db: Queryable, { organizationId, terms: { words } }: Search): Promise<readonly Looked[]> =>
  words.length === 0 ? [] : lookUp(db, organizationId, { kind: "counterparty", words, most: NAMED_MAX });

/** Each word begins a word of the counterparty's names. */
async function withNames(
  db: Queryable,
  { organizationId, terms: { words }, limit }: Search,
  named: readonly Looked[],
): Promise<Ids> {
  if (words.length === 0) return [];
  const { ids, common } = narrowed(named);
  if (ids === undefined) return idsOf(await newestNamed(db, organizationId, { words, limit }));
  const counterpartyIds = await whoAreNamed(db, organizationId, { ids, words: common });
  return counterpartyIds.length === 0
    ? []
    : idsOf(await transactionsWith(db, organizationId, { counterpartyIds, limit }));
}

/** Each word begins a word of the memo, the note, a reference, or the counterparty's names. */
async function withTexts(
  db: Queryable,
  { organizationId, terms: { words }, limit }: Search,
  named: readonly Looked[],
): Promise<Ids> {
  const candidates: TransactionId[] = [];
  // Long words are rare.
  for (const word of words.toSorted((a, b) => b.length - a.length).slice(0, WORDS_READ))
    for (const { key, isBeginning } of keysOf(word)) {
      const memos = isBeginning ? memosWithBeginning : memosWithKey;
      candidates.push(...idsOf(await memos(db, organizationId, { key, limit: COMPARED_MAX })));
    }
  // "acme invoice": the name has one word, the memo the other, which too many memos have.
  if (words.length > 1)
    for (const { ids, isCommon } of named.slice(0, WORDS_READ))
      if (!isCommon && ids.length > 0 && ids.length <= COMPARED_NAMES_MAX)
        candidates.push(
          ...idsOf(await transactionsWith(db, organizationId, { counterpartyIds: ids, limit: COMPARED_OF_NAMES })),
        );
  if (candidates.length === 0) return [];
  const rows = await searchedTexts(db, organizationId, [...new Set(candidates)]);
  assert(rows.length <= candidates.length, "each transaction is compared once");
  const matching = rows.filter((row) => {
    const has = wordsIn([...textsOf(row), row.counterparty_name, row.counterparty_nickname]);
    return words.every((word) => has.some((term) => term.startsWith(word)));
  });
  return newestFirst(idsOf(matching), limit);
}

/** Of two sides of a transfer, the one that leaves an account. */
function onePerTransfer(rows: readonly TransactionRow[]): readonly TransactionRow[] {
  const transferOf = (row: TransactionRow): string | undefined =>
    isTransferKind(row.kind)
      ? `${row.created_at.toISOString()} ${row.amount_minor < 0n ? -row.amount_minor : row.amount_minor}`
      : undefined;
  const leaving = new Set(rows.flatMap((row) => (row.amount_minor < 0n ? (transferOf(row) ?? []) : [])));
  return rows.filter((row) => row.amount_minor < 0n || !leaving.has(transferOf(row) ?? ""));
}
