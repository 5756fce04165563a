import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { hasWords, textHasWord } from "#records/search";
import { type DescriptionForm, freelyDescribedKinds } from "./bank-description.ts";
import type { Alternative, TransactionSearch } from "./search-transactions.ts";
import type { TransactionRow } from "./transaction.ts";
import {
  columns,
  conditionsOfList,
  filtersRareStatuses,
  fromIdOrder,
  inRange,
  type OffsetPage,
  rangesIn,
  sourceOf,
  type TransactionFilter,
  type TransactionRange,
  wholeList,
  withCategory,
} from "./transactions.queries.ts";

/** A prefix and more payees than this: their payments by one method are read in the list. */
const PAYEES_MAX = 20;
/** Before more rows than this are merged for a page, it is looked for in the list: */
const MERGED_ROWS_MAX = 30_000;
/** in this many rows for each row of the page. */
const NEAR_ROWS = 10;

/** Part of what a search finds, read in the order of one index for each of some counterparties or kinds, or of the list. */
interface Stream {
  readonly counterpartyIds?: readonly string[];
  readonly kinds?: readonly string[];
  /** Read by their key, wherever they are. */
  readonly ids?: readonly TransactionId[];
  readonly condition: Sql;
}

/** A list, what its search finds, and where its rows are, if that is known. */
export interface Listed {
  readonly filter: TransactionFilter;
  readonly search: TransactionSearch | undefined;
  /** Where to read what is scanned (`methodsScanned`); anywhere if undefined. */
  readonly ranges: readonly TransactionRange[] | undefined;
}

/** A list that is searched. */
interface SearchedList extends Listed {
  readonly search: TransactionSearch;
}

const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.reduce((joined, condition) => sql`${joined} or (${condition})`, sql`false`);

/** The description of a fee names the payee of its payment. */
const namedIn = (organizationId: OrganizationId): Sql => sql`
  case when t.fee_for_id is null then t.counterparty_id
       else (select p.counterparty_id from transactions p
              where p.organization_id = ${organizationId} and p.transaction_id = t.fee_for_id) end`;

const hasNames = (organizationId: OrganizationId, words: readonly string[]): Sql =>
  hasWords(organizationId, { kind: "counterparty", id: namedIn(organizationId), words });

/** The words of an alternative; its counterparties are known to have them, except that fees of all payees have one. */
const hasNamesOf = (organizationId: OrganizationId, { words, counterpartyIds }: Alternative): Sql => {
  if (words.length === 0) return sql`true`;
  const inNames = hasNames(organizationId, words);
  return counterpartyIds === undefined ? inNames : sql`(t.fee_for_id is null or (${inNames}))`;
};

const byMethod = (forms: readonly DescriptionForm[]): Sql => sql`t.method = any (${[...methodsIn(forms)]}::text[])`;
const byPrefix = (forms: readonly DescriptionForm[]): Sql =>
  sql`t.bank_description ^@ any (${forms.filter(({ method }) => method === undefined).map(({ prefix }) => prefix)}::text[])`;
const kindsOf = (forms: readonly DescriptionForm[]): readonly string[] => [
  ...new Set(forms.flatMap(({ kinds }) => kinds)),
];
const hasForm = (forms: readonly DescriptionForm[] | undefined): Sql =>
  forms === undefined
    ? sql`true`
    : sql`(${byMethod(forms)} or (t.kind = any (${[...kindsOf(forms)]}::text[]) and ${byPrefix(forms)}))`;

/** A description in someone else's words contains those that the names do not. */
const describes = (organizationId: OrganizationId, words: readonly string[]): Sql =>
  allOf(
    words.map(
      (word) => sql`
  (${textHasWord(sql`t.bank_description`, word)}
   or (${hasNames(organizationId, [word])}))`,
    ),
  );

const isOneOf = (ids: readonly TransactionId[]): Sql => sql`t.transaction_id = any (${[...ids]}::uuid[])`;

const isOf = (counterpartyIds: readonly string[] | undefined): Sql =>
  counterpartyIds === undefined ? sql`true` : sql`t.counterparty_id = any (${[...counterpartyIds]}::uuid[])`;

/** True for every transaction that a search finds. */
export function searchCondition(organizationId: OrganizationId, { words, alternatives, ids }: TransactionSearch): Sql {
  if (words.length === 0) return isOneOf(ids);
  const free = sql`t.kind = any (${[...freelyDescribedKinds]}::text[]) and ${describes(organizationId, words)}`;
  const found = alternatives.map(
    (alternative) =>
      sql`${isOf(alternative.counterpartyIds)} and ${hasForm(alternative.forms)} and ${hasNamesOf(organizationId, alternative)}`,
  );
  return sql`(${anyOf([...found, free, ...(ids.length === 0 ? [] : [isOneOf(ids)])])})`;
}

/** Common names and methods are soon found in the list itself, which is then read once for all of them. */
const isScanned = ({ forms, counterpartyIds }: Alternative): boolean =>
  counterpartyIds === undefined || (forms !== undefined && counterpartyIds.length > PAYEES_MAX);

const methodsIn = (forms: readonly DescriptionForm[]): readonly PaymentMethod[] =>
  forms.flatMap(({ method }) => method ?? []);

/** The methods of the payments for which the list is scanned; undefined if they may have any. */
export function methodsScanned(
  { methods }: TransactionFilter,
  { alternatives }: TransactionSearch,
): readonly PaymentMethod[] | undefined {
  const scanned = alternatives.filter(isScanned);
  if (scanned.some(({ forms }) => forms === undefined)) return methods;
  const found = scanned.flatMap(({ forms = [] }) => methodsIn(forms));
  return methods ? found.filter((method) => methods.includes(method)) : found;
}

/** Together, everything that a search finds in a list; a row may be in several of them. */
function streamsOf({ filter, search: { words, alternatives, ids } }: SearchedList): readonly Stream[] {
  const byKey: readonly Stream[] = ids.length === 0 ? [] : [{ ids, condition: isOneOf(ids) }];
  if (words.length === 0) return byKey;
  const { organizationId, kinds: requested, methods } = filter;
  const listed = (kinds: readonly string[]) =>
    methods ? [] : kinds.filter((kind) => requested === undefined || requested.includes(kind));
  const streams: Stream[] = [{ kinds: listed(freelyDescribedKinds), condition: describes(organizationId, words) }];
  const scanned: Sql[] = [];
  for (const alternative of alternatives) {
    const { forms, counterpartyIds } = alternative;
    const named = hasNamesOf(organizationId, alternative);
    if (counterpartyIds && !isScanned(alternative))
      streams.push({ counterpartyIds, condition: sql`${hasForm(forms)} and ${named}` });
    else if (forms === undefined) scanned.push(named);
    else {
      // Written so that the planner reads the list instead of all that any of the counterparties has (ADR 0044).
      const rest = sql`(case when ${isOf(counterpartyIds)} then 1 else 0 end) <> 0 and ${named}`;
      streams.push({ kinds: listed(kindsOf(forms)), condition: sql`${byPrefix(forms)} and ${rest}` });
      if (methodsIn(forms).length > 0) scanned.push(sql`${byMethod(forms)} and ${rest}`);
    }
  }
  if (scanned.length > 0) streams.push({ condition: sql`(${anyOf(scanned)})` });
  return [...byKey, ...streams.filter(({ kinds }) => kinds?.length !== 0)];
}

/** A part of a list, and what to read of each of its rows; always the id. */
interface PartOfList extends Pick<Listed, "filter" | "ranges"> {
  readonly stream: Stream;
  readonly selected: Sql;
}

/** The rows of one stream, up to the end of the page for each of its counterparties or kinds. */
function pageOfStream({ filter, ranges, stream, selected }: PartOfList, page: KeysetRange): Sql {
  const { counterpartyIds, kinds, ids } = stream;
  const { condition, order, limit } = page;
  const rows = (each: Sql) => sql`
    select ${selected} from transactions t
     where ${each} and ${matches(filter, stream)} and ${condition} order by ${order} limit ${limit}`;
  if (counterpartyIds)
    return sql`
    select found.* from unnest(${[...counterpartyIds]}::uuid[]) as n (counterparty_id)
     cross join lateral (${rows(sql`t.counterparty_id = n.counterparty_id`)}) found`;
  if (kinds)
    return sql`
    select found.* from unnest(${[...kinds]}::text[]) as n (kind)
     cross join lateral (${rows(sql`t.kind = n.kind and t.kind <> 'outgoingPayment'`)}) found`;
  if (ranges === undefined || ids) return rows(sql`true`);
  // As in listInRanges.
  return sql`
    select t.*
      from (select * from ${rangesIn(ranges)} order by ${fromIdOrder(page)}) d
     cross join lateral (${rows(inRange)}) t
     order by ${fromIdOrder(page)}, ${order} limit ${limit}`;
}

/** The number of transactions of a stream that are in none of the others. */
function countOf({ filter, ranges }: SearchedList, stream: Stream, others: readonly Stream[]): Sql {
  const conditions = sql`${isIn(stream)} and ${matches(filter, stream)} and ${allOf(others.map(isNotIn))}`;
  return ranges === undefined || stream.counterpartyIds || stream.kinds || stream.ids
    ? sql`(select count(*) from transactions t where ${conditions})`
    : sql`(select count(*) from ${rangesIn(ranges)}
            cross join lateral (select from transactions t where ${inRange} and ${conditions}) t)`;
}

const isIn = ({ counterpartyIds, kinds }: Stream): Sql =>
  kinds ? sql`t.kind = any (${[...kinds]}::text[]) and t.kind <> 'outgoingPayment'` : isOf(counterpartyIds);
const isNotIn = (stream: Stream): Sql => sql`(case when ${isIn(stream)} and ${stream.condition} then 1 else 0 end) = 0`;

/** The counterparties of a stream are among those requested. */
function matches(filter: TransactionFilter, { counterpartyIds, condition }: Stream): Sql {
  const { counterpartyIds: _requested, ...others } = filter;
  return sql`${conditionsOfList(counterpartyIds ? others : filter)} and ${condition}`;
}

const idOf = sql`t.transaction_id`;

/** Each found transaction once. */
function union([first, ...others]: readonly Sql[], selected: Sql): Sql {
  if (first === undefined) return sql`select ${selected} from transactions t where false`;
  return others.reduce(
    (all, part) => sql`${all} union (with found as (${part}) select found.* from found)`,
    sql`with found as (${first}) select found.* from found`,
  );
}

/** All of a list: of rare kinds, each is read by its index. */
function wholeStream({ kinds }: TransactionFilter): Stream {
  const condition = sql`true`;
  return kinds && !kinds.includes("outgoingPayment") ? { kinds: [...new Set(kinds)], condition } : { condition };
}

/**
 * The rows of a list, searched or not, each once: all of them, or, if there are more than `most`, some of them. Selected is
 * the id, and what else is needed of each row.
 */
export function someOfList(
  { filter, search, ranges }: Listed,
  { selected, most }: { readonly selected: Sql; readonly most: number },
): Sql {
  if (filtersRareStatuses(filter))
    return sql`select ${selected} from ${sourceOf(filter)} where ${conditionsOfList(filter)} limit ${most}`;
  const streams = search ? streamsOf({ filter, search, ranges }) : [wholeStream(filter)];
  const page = wholeList({ limit: most, offset: 0, order: "desc" });
  // Stops after so many, even if each of the stream's counterparties has as many.
  const parts = streams.map(
    (stream) =>
      sql`select part.* from (${pageOfStream({ filter, ranges, stream, selected }, page)}) part limit ${most}`,
  );
  const [only] = parts;
  return parts.length === 1 && only ? only : sql`select found.* from (${union(parts, selected)}) found limit ${most}`;
}

/** The page, if the first rows of the list fill it: transactions of many counterparties are soon found there. */
const soonFound = (db: Queryable, { filter, search }: SearchedList, { condition, order, limit }: KeysetRange) => {
  const { organizationId, accountIds, fromId, belowId } = filter;
  const near = {
    organizationId,
    ...(accountIds === undefined ? {} : { accountIds }),
    ...(fromId === undefined ? {} : { fromId }),
    ...(belowId === undefined ? {} : { belowId }),
  };
  return db.many<TransactionRow>(sql`
  select ${columns}
    from (select * from transactions t where ${conditionsOfList(near)} and ${condition} order by ${order} limit ${NEAR_ROWS * limit}) t
    ${withCategory(organizationId)}
   where ${conditionsOfList(filter)} and ${searchCondition(organizationId, search)}
   order by ${order} limit ${limit}`);
};

/** What `listByKeyset` lists and the search finds. Not for rare statuses. */
export async function searchByKeyset(
  db: Queryable,
  list: SearchedList,
  page: KeysetRange,
): Promise<readonly TransactionRow[]> {
  const streams = streamsOf(list);
  const merged = streams.reduce((sum, { counterpartyIds = [] }) => sum + counterpartyIds.length * page.limit, 0);
  if (merged > MERGED_ROWS_MAX) {
    const found = await soonFound(db, list, page);
    if (found.length === page.limit) return found;
  }
  const joined = union(
    streams.map((stream) => pageOfStream({ ...list, stream, selected: idOf }, page)),
    idOf,
  );
  return db.many<TransactionRow>(sql`
  with found as (${joined})
  select ${columns} from (select t.transaction_id from found t order by ${page.order} limit ${page.limit}) found
    join transactions t on t.organization_id = ${list.filter.organizationId}
         and t.transaction_id = found.transaction_id ${withCategory(list.filter.organizationId)}
   order by ${page.order}`);
}

/** What `listByOffset` lists and the search finds. Not for rare statuses. */
export async function searchByOffset(db: Queryable, list: SearchedList, { limit, offset, order }: OffsetPage) {
  const upTo = wholeList({ limit: limit + offset, offset: 0, order });
  return (await searchByKeyset(db, list, upTo)).slice(offset);
}

/** The number of transactions that a search finds, which reads all of them. Not for rare statuses. */
export const countSearched = (db: Queryable, list: SearchedList) => {
  // The last stream may have very many: the fewer conditions, the better.
  const counts = streamsOf(list).map((stream, at, all) => countOf(list, stream, all.slice(at + 1)));
  return db.one<{ total: bigint }>(sql`
  select ${counts.reduce((sum, count) => sql`${sum} + ${count}`, sql`0::bigint`)} as total`);
};
