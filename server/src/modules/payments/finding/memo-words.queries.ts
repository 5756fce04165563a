import type { Queryable, Tx } from "../../../kernel/sql/database.ts";
import { eachOf, type Sql, sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";

/** Texts of a transaction by which it is found. */
export interface MemoRow {
  readonly transaction_id: TransactionId;
  readonly external_memo: string | null;
  readonly note: string | null;
  readonly note_edited: boolean;
  readonly edited_note: string | null;
  readonly tracking_number: string | null;
  readonly check_number: string | null;
}

const memoColumns: Sql = sql`
  t.transaction_id, t.external_memo, t.note, t.note_edited, t.edited_note, t.tracking_number, t.check_number`;

/** Those of the transactions that the events created or changed. */
export const memosOfEvents = (tx: Tx, organizationId: OrganizationId, eventIds: readonly string[]) =>
  tx.many<MemoRow & { readonly is_new: boolean }>(sql`
  select e.is_new, ${memoColumns}
    from (select resource_id, bool_or(operation = 'create') as is_new from recorded_events
           where organization_id = ${organizationId} and event_id = any (${eachOf(eventIds)}) and resource_type = 'transaction'
           group by resource_id) e
   cross join lateral (
     select * from transactions t where t.organization_id = ${organizationId} and t.transaction_id = e.resource_id offset 0) t`);

/** The newest below an id. */
export const memosBelow = (
  tx: Tx,
  organizationId: OrganizationId,
  { belowId, limit }: { readonly belowId: string; readonly limit: number },
) =>
  tx.many<MemoRow>(sql`
  select ${memoColumns} from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id < ${belowId}::uuid
   order by t.transaction_id desc limit ${limit}`);

export interface MemoWord {
  readonly word: string;
  readonly transactionId: TransactionId;
}

/** In the order of the key, so that concurrent writers cannot deadlock. */
export const insertMemoWords = (tx: Tx, organizationId: OrganizationId, words: readonly MemoWord[]) =>
  tx.run(sql`
  insert into memo_words (organization_id, word, transaction_id)
  select ${organizationId}::uuid, w.word, w.transaction_id
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ transactionId }) => transactionId)}::uuid[])
           as w(word, transaction_id)
   order by w.word collate "C", w.transaction_id
  on conflict do nothing`);

/** Words with one beginning that are looked up, the word itself first. */
const WORDS_MAX = 50;
/** The newest transactions of each of them. */
const EACH_MAX = 100;

/**
 * The newest transactions with a word that begins so: of each word by its index, merged. As in `lookUp`, the end of the
 * range is a value of its own.
 */
export const memosWithWord = (
  db: Queryable,
  organizationId: OrganizationId,
  { word, limit }: { readonly word: string; readonly limit: number },
) => {
  const below = sql`w.word < ${`${word}\u{10ffff}`}::text collate "C"`;
  return db.many<{ readonly transaction_id: TransactionId }>(sql`
  with recursive begun (word) as (
    (select w.word from memo_words w
      where w.organization_id = ${organizationId} and w.word >= ${word}::text collate "C" and ${below}
      order by w.word limit 1)
    union all
    select (select w.word from memo_words w
             where w.organization_id = ${organizationId} and w.word > b.word and ${below}
             order by w.word limit 1)
      from begun b
     where b.word is not null),
       first as (select word from begun where word is not null limit ${WORDS_MAX})
  select t.transaction_id from first s
   cross join lateral (
     select w.transaction_id from memo_words w
      where w.organization_id = ${organizationId} and w.word = s.word
      order by w.transaction_id desc limit ${EACH_MAX}) t
   order by t.transaction_id desc limit ${limit}`);
};

/** Passes that are due, of any organization. */
export const organizationsToBackfill = (db: Queryable) =>
  db.many<{ readonly organization_id: OrganizationId }>(sql`
  select distinct organization_id from memo_backfills where begins_at <= now()`);

/** The first pass that is due, unless another process works on it. */
export const lockBackfill = (tx: Tx, organizationId: OrganizationId) =>
  tx.maybe<{ readonly pass: number; readonly below_id: string }>(sql`
  select pass, below_id from memo_backfills
   where organization_id = ${organizationId} and begins_at <= now()
   order by pass limit 1
     for update skip locked`);

export const storeBackfill = (tx: Tx, organizationId: OrganizationId, pass: number, belowId: string) =>
  tx.run(sql`
  update memo_backfills set below_id = ${belowId}::uuid
   where organization_id = ${organizationId} and pass = ${pass}::smallint`);

export const deleteBackfill = (tx: Tx, organizationId: OrganizationId, pass: number) =>
  tx.run(sql`delete from memo_backfills where organization_id = ${organizationId} and pass = ${pass}::smallint`);
