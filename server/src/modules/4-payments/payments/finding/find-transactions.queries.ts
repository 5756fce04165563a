import type { Queryable } from "#kernel/sql/database.ts";
import { eachOf, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { hasWords } from "#records/search";
import type { MemoRow } from "./memo-words.queries.ts";

interface Id {
  readonly transaction_id: TransactionId;
}

/** The newest transactions with ids in a range. */
export const transactionsWithIds = (
  db: Queryable,
  organizationId: OrganizationId,
  { first, last, limit }: { readonly first: string; readonly last: string; readonly limit: number },
) =>
  db.many<Id>(sql`
  select t.transaction_id from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id >= ${first}::uuid and t.transaction_id <= ${last}::uuid
   order by t.transaction_id desc limit ${limit}`);

/** The newest transactions of counterparties: a page of each by their index, merged. */
export const transactionsWith = (
  db: Queryable,
  organizationId: OrganizationId,
  { counterpartyIds, limit }: { readonly counterpartyIds: readonly string[]; readonly limit: number },
) =>
  db.many<Id>(sql`
  select t.transaction_id from unnest(${[...counterpartyIds]}::uuid[]) as c (id)
   cross join lateral (
     select t.transaction_id from transactions t
      where t.organization_id = ${organizationId} and t.counterparty_id = c.id
      order by t.transaction_id desc limit ${limit}) t
   order by t.transaction_id desc limit ${limit}`);

/** Among so many of the newest transactions, those are looked for whose counterparties have names with common words. */
const NEWEST = 3_000;

/** The newest transactions, as far as they are read, of counterparties whose names have all words. */
export const newestNamed = (
  db: Queryable,
  organizationId: OrganizationId,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
) =>
  db.many<Id>(sql`
  select t.transaction_id
    from (select t.transaction_id, t.counterparty_id from transactions t
           where t.organization_id = ${organizationId}
           order by t.transaction_id desc limit ${NEWEST}) t
   where ${hasWords(organizationId, { kind: "counterparty", id: sql`t.counterparty_id`, words })}
   order by t.transaction_id desc limit ${limit}`);

/** The texts that a search is compared with. */
export const searchedTexts = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<MemoRow & { readonly counterparty_name: string; readonly counterparty_nickname: string | null }>(sql`
  select t.transaction_id, t.external_memo, t.note, t.note_edited, t.edited_note, t.tracking_number, t.check_number,
         t.counterparty_name, t.counterparty_nickname
    from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id = any (${eachOf(ids)})`);
