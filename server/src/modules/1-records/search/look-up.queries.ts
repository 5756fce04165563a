import type { Queryable } from "#kernel/sql/database.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { searchedWords } from "./words.ts";

/** What can be searched for. Counterparties are found by every name they ever had. */
export type SearchKind = "recipient" | "counterparty" | "customer" | "invoice";

/** Words in the order of their bytes, so that a beginning is a range: up to the last code point. */
const beyond = (beginning: string): string => `${beginning}\u{10ffff}`;
const isBetween = (word: Sql, from: Sql, below: Sql): Sql => sql`${word} >= ${from} and ${word} < ${below}`;

/** The items that have a word with this beginning, as far as they were looked up. */
export interface Looked {
  readonly word: string;
  readonly ids: readonly string[];
  /** There may be more items than `ids`. */
  readonly isCommon: boolean;
}

/**
 * Looks up each word of a search, up to a number of items: a rare word gives the items themselves, and a common one is
 * soon found in the list. The ends of the ranges are values of their own: since PostgreSQL 15.20, the index of a table
 * with row-level security does not serve a comparison with a text that the statement puts together.
 */
export async function lookUp(
  db: Queryable,
  organizationId: OrganizationId,
  { kind, words, most }: { kind: SearchKind; words: readonly string[]; most: number },
): Promise<readonly Looked[]> {
  const rows = await db.many<{ word: string; item_ids: string[]; found: bigint }>(sql`
  select b.word, array_agg(distinct f.item_id) filter (where f.item_id is not null) as item_ids, count(f.item_id) as found
    from unnest(${[...words]}::text[], ${words.map(beyond)}::text[]) as b(word, beyond)
    left join lateral (
      select w.item_id from search_words w
       where w.organization_id = ${organizationId} and w.kind = ${kind}
         and ${isBetween(sql`w.word`, sql`b.word collate "C"`, sql`b.beyond collate "C"`)}
       limit ${most + 1}) f on true
   group by b.word`);
  return rows.map(({ word, item_ids: ids, found }) => ({ word, ids: ids ?? [], isCommon: found > most }));
}

/** What the rare words of a search leave: undefined if all of its words are common. */
export function narrowed(looked: readonly Looked[]): {
  readonly ids: readonly string[] | undefined;
  readonly common: readonly string[];
} {
  const [first, ...more] = looked.filter(({ isCommon }) => !isCommon);
  const ids = first && more.reduce((kept, { ids: also }) => kept.intersection(new Set(also)), new Set(first.ids));
  return { ids: ids && [...ids], common: looked.filter(({ isCommon }) => isCommon).map(({ word }) => word) };
}

interface Searched {
  readonly kind: SearchKind;
  readonly id: Sql;
}

/**
 * One of the items has a word with this beginning. Written so that the planner looks it up for one row after another,
 * in the order of the list, until the page is full.
 */
export const hasWord = (organizationId: OrganizationId, word: string, items: readonly Searched[]): Sql => {
  const each = items.map(
    ({ kind, id }) => sql`
  coalesce((select 1 from search_words w
             where w.organization_id = ${organizationId} and w.kind = ${kind} and w.item_id = ${id}
               and ${isBetween(sql`w.word`, sql`${word}::text collate "C"`, sql`${beyond(word)}::text collate "C"`)}
             limit 1), 0)`,
  );
  return sql`${each.reduce((sum, part) => sql`${sum} + ${part}`)} <> 0`;
};

/** The item has a word with each of these beginnings. */
export const hasWords = (
  organizationId: OrganizationId,
  { words, ...item }: Searched & { readonly words: readonly string[] },
): Sql => allOf(words.map((word) => hasWord(organizationId, word, [item])));

/**
 * The text has a word with this beginning, for the few rows whose words are not stored. Accents are removed as in stored
 * words; letters and digits, of which words consist, have no special meaning in the pattern.
 */
export const textHasWord = (text: Sql, word: string): Sql => sql`
  regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g') ~* ${`(^|[^[:alnum:]])${word}`}`;

/** With more items than this, the list itself contains matches often enough. */
export const ITEMS_MAX = 1_000;

/** The condition of a list whose rows are items of one kind: those that a search finds, or all if it is empty. */
export async function searchedItems(
  db: Queryable,
  organizationId: OrganizationId,
  { search, ...item }: Searched & { readonly search: string | undefined },
): Promise<Sql> {
  const words = searchedWords(search);
  if (words === undefined) return sql`true`;
  if (words.length === 0) return sql`false`;
  const { ids, common } = narrowed(await lookUp(db, organizationId, { kind: item.kind, words, most: ITEMS_MAX }));
  const others = hasWords(organizationId, { ...item, words: common });
  return ids === undefined ? others : sql`${item.id} = any (${[...ids]}::uuid[]) and ${others}`;
}
