import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";

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

/**
 * Those of the transactions that the events created or changed, one row per event. "limit" keeps the planner to one
 * lookup per row, also in tables without statistics.
 */
export const memosOfEvents = (tx: Tx, organizationId: OrganizationId, eventIds: readonly string[]) =>
  tx.many<MemoRow & { readonly is_new: boolean }>(sql`
  select e.operation = 'create' as is_new, ${memoColumns}
    from unnest(${uuidArray(eventIds)}::uuid[]) as n(id)
   cross join lateral (
     select resource_id, operation, resource_type from recorded_events
      where organization_id = ${organizationId} and event_id = n.id limit 1) e
   cross join lateral (
     select * from transactions where organization_id = ${organizationId} and transaction_id = e.resource_id limit 1) t
   where e.resource_type = 'transaction'`);

/** The newest between two ids. */
export const memosBetween = (
  tx: Tx,
  organizationId: OrganizationId,
  { belowId, aboveId, limit }: { readonly belowId: string; readonly aboveId: string; readonly limit: number },
) =>
  tx.many<MemoRow>(sql`
  select ${memoColumns} from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id < ${belowId}::uuid and t.transaction_id > ${aboveId}::uuid
   order by t.transaction_id desc limit ${limit}`);

/** Transactions with a word that is stored under a key, newest first, at least one. */
export interface MemoWord {
  readonly key: string;
  readonly transactionIds: readonly TransactionId[];
}

/**
 * In the order of the key, so that concurrent writers cannot deadlock. If a key has a row of the same newest
 * transaction already, as after an edit, that row gets those that it lacks.
 */
export const insertMemoWords = (tx: Tx, organizationId: OrganizationId, words: readonly MemoWord[]) =>
  tx.run(sql`
  insert into memo_words (organization_id, word, transaction_id, earlier_ids)
  select ${organizationId}::uuid, w.word, w.newest, w.earlier::uuid[]
    from unnest(${words.map(({ key }) => key)}::text[], ${uuidArray(words.flatMap(({ transactionIds: [id] }) => id ?? []))}::uuid[],
                ${words.map(({ transactionIds: [, ...earlier] }) => (earlier.length === 0 ? null : uuidArray(earlier)))}::text[])
           as w(word, newest, earlier)
   order by w.word collate "C", w.newest
  on conflict (organization_id, word, transaction_id) do update
    set earlier_ids = memo_words.earlier_ids || excluded.earlier_ids
  where not excluded.earlier_ids <@ coalesce(memo_words.earlier_ids, '{}')`);

/** Keys with one beginning that are looked up, the beginning itself first. */
const KEYS_MAX = 50;
/** The newest transactions of each of them. */
const EACH_MAX = 100;

/** About the newest transactions of a key. Its rows are read, newest first, until they hold so many. */
const newestOfKey = (organizationId: OrganizationId, key: Sql, limit: number): Sql => sql`
  select i.id as transaction_id
    from (select w.transaction_id, w.earlier_ids from memo_words w
           where w.organization_id = ${organizationId} and w.word = ${key}
           order by w.transaction_id desc limit ${limit}) w
   cross join lateral unnest(array_prepend(w.transaction_id, w.earlier_ids)) as i(id)
   limit ${limit}`;

interface Wanted {
  /** As `storedAs` returns it. */
  readonly key: string;
  readonly limit: number;
}

/** The newest transactions with a word that is stored so. */
export const memosWithKey = (db: Queryable, organizationId: OrganizationId, { key, limit }: Wanted) =>
  db.many<{ readonly transaction_id: TransactionId }>(newestOfKey(organizationId, sql`${key}::text`, limit));

/**
 * The newest transactions with a word whose key begins so: of each key by its index, merged. As in `lookUp`, the end of
 * the range is a value of its own.
 */
export const memosWithBeginning = (db: Queryable, organizationId: OrganizationId, { key, limit }: Wanted) => {
  const below = sql`w.word < ${`${key}\u{10ffff}`}::text collate "C"`;
  return db.many<{ readonly transaction_id: TransactionId }>(sql`
  with recursive begun (word) as (
    (select w.word from memo_words w
      where w.organization_id = ${organizationId} and w.word >= ${key}::text collate "C" and ${below}
      order by w.word limit 1)
    union all
    select (select w.word from memo_words w
             where w.organization_id = ${organizationId} and w.word > b.word and ${below}
             order by w.word limit 1)
      from begun b
     where b.word is not null),
       first as (select word from begun where word is not null limit ${KEYS_MAX})
  select t.transaction_id from first s
   cross join lateral (${newestOfKey(organizationId, sql`s.word`, EACH_MAX)}) t
   order by t.transaction_id desc limit ${limit}`);
};

/** Passes that are due, of any organization. */
export const organizationsToBackfill = (db: Queryable) =>
  db.many<{ readonly organization_id: OrganizationId }>(sql`
  select distinct organization_id from memo_backfills where begins_at <= now()`);

/** The first pass that is due, unless another process works on it. */
export const lockBackfill = (tx: Tx, organizationId: OrganizationId) =>
  tx.maybe<{ readonly pass: number; readonly below_id: string; readonly above_id: string }>(sql`
  select pass, below_id, above_id from memo_backfills
   where organization_id = ${organizationId} and begins_at <= now()
   order by pass limit 1
     for update skip locked`);

export const storeBackfill = (tx: Tx, organizationId: OrganizationId, pass: number, belowId: string) =>
  tx.run(sql`
  update memo_backfills set below_id = ${belowId}::uuid
   where organization_id = ${organizationId} and pass = ${pass}::smallint`);

export const deleteBackfill = (tx: Tx, organizationId: OrganizationId, pass: number) =>
  tx.run(sql`delete from memo_backfills where organization_id = ${organizationId} and pass = ${pass}::smallint`);
