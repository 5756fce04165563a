import type { KeysetRange } from "../../../kernel/http/paging.queries.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import { allOf, type Sql, sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { hasWords } from "../../search/index.ts";
import { type DescriptionForm, freelyDescribedKinds } from "../send/bank-description.ts";
import type { Alternative, TransactionSearch } from "./search-transactions.ts";
import type { TransactionRow } from "./transaction.ts";
import {
  columns,
  conditionsOf,
  type OffsetPage,
  type TransactionFilter,
  transactionKey,
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
  readonly condition: Sql;
}

/** The end of each stream: which rows before or after a cursor, in which order, how many. */
interface End {
  readonly condition: Sql;
  readonly order: Sql;
  readonly limit: number;
}

const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.reduce((joined, one) => sql`${joined} or (${one})`, sql`false`);

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
  const named = hasNames(organizationId, words);
  return counterpartyIds === undefined ? named : sql`(t.fee_for_id is null or (${named}))`;
};

const byMethod = (forms: readonly DescriptionForm[]): Sql =>
  sql`t.method = any (${forms.flatMap(({ method }) => method ?? [])}::text[])`;
const byPrefix = (forms: readonly DescriptionForm[]): Sql =>
  sql`t.bank_description ^@ any (${forms.filter(({ method }) => method === undefined).map(({ prefix }) => prefix)}::text[])`;
const kindsOf = (forms: readonly DescriptionForm[]): readonly string[] => [
  ...new Set(forms.flatMap(({ kinds }) => kinds)),
];
const hasForm = (forms: readonly DescriptionForm[] | undefined): Sql =>
  forms === undefined
    ? sql`true`
    : sql`(${byMethod(forms)} or (t.kind = any (${[...kindsOf(forms)]}::text[]) and ${byPrefix(forms)}))`;

/**
 * A description in someone else's words contains those that the names do not. Accents are removed as in the words of
 * names; letters and digits have no special meaning in the pattern.
 */
const describes = (organizationId: OrganizationId, words: readonly string[]): Sql =>
  allOf(
    words.map(
      (word) => sql`
  (regexp_replace(normalize(t.bank_description, NFKD), '[\\u0300-\\u036f]', '', 'g') ~* ${`(^|[^[:alnum:]])${word}`}
   or (${hasNames(organizationId, [word])}))`,
    ),
  );

const isOf = (counterpartyIds: readonly string[] | undefined): Sql =>
  counterpartyIds === undefined ? sql`true` : sql`t.counterparty_id = any (${[...counterpartyIds]}::uuid[])`;

/** True for every transaction that a search finds. */
export function searchCondition(organizationId: OrganizationId, { words, alternatives }: TransactionSearch): Sql {
  if (words.length === 0) return sql`false`;
  const free = sql`t.kind = any (${[...freelyDescribedKinds]}::text[]) and ${describes(organizationId, words)}`;
  const found = alternatives.map(
    (one) => sql`${isOf(one.counterpartyIds)} and ${hasForm(one.forms)} and ${hasNamesOf(organizationId, one)}`,
  );
  return sql`(${anyOf([...found, free])})`;
}

/** Together, everything that a search finds in a list; a row may be in several of them. */
function streamsOf(filter: TransactionFilter, { words, alternatives }: TransactionSearch): readonly Stream[] {
  if (words.length === 0) return [];
  const { organizationId, kinds: requested, methods } = filter;
  const listed = (kinds: readonly string[]) =>
    methods ? [] : kinds.filter((kind) => requested === undefined || requested.includes(kind));
  const streams: Stream[] = [{ kinds: listed(freelyDescribedKinds), condition: describes(organizationId, words) }];
  // Common names and methods are soon found in the list itself, which is then read once for all of them.
  const scanned: Sql[] = [];
  for (const alternative of alternatives) {
    const { forms, counterpartyIds } = alternative;
    const named = hasNamesOf(organizationId, alternative);
    if (counterpartyIds && (forms === undefined || counterpartyIds.length <= PAYEES_MAX))
      streams.push({ counterpartyIds, condition: sql`${hasForm(forms)} and ${named}` });
    else if (forms === undefined) scanned.push(named);
    else {
      // Written so that the planner reads the list instead of all that any of the counterparties has (ADR 0044).
      const rest = sql`(case when ${isOf(counterpartyIds)} then 1 else 0 end) <> 0 and ${named}`;
      streams.push({ kinds: listed(kindsOf(forms)), condition: sql`${byPrefix(forms)} and ${rest}` });
      if (forms.some(({ method }) => method !== undefined)) scanned.push(sql`${byMethod(forms)} and ${rest}`);
    }
  }
  if (scanned.length > 0) streams.push({ condition: sql`(${anyOf(scanned)})` });
  return streams.filter(({ kinds }) => kinds?.length !== 0);
}

/** The ids of one stream, up to the end for each of its counterparties or kinds, or all. */
function idsOf(filter: TransactionFilter, { counterpartyIds, kinds, condition }: Stream, end: End | undefined): Sql {
  const { counterpartyIds: _replaced, ...others } = filter;
  const found = sql`${conditionsOf(counterpartyIds ? others : filter)} and ${condition}`;
  const from = (each: Sql) => sql`select t.transaction_id from transactions t where ${each} and ${found}`;
  if (end === undefined)
    return from(
      kinds ? sql`t.kind = any (${[...kinds]}::text[]) and t.kind <> 'outgoingPayment'` : isOf(counterpartyIds),
    );
  const page = (each: Sql) => sql`${from(each)} and ${end.condition} order by ${end.order} limit ${end.limit}`;
  if (counterpartyIds)
    return sql`
    select found.transaction_id from unnest(${[...counterpartyIds]}::uuid[]) as n (counterparty_id)
     cross join lateral (${page(sql`t.counterparty_id = n.counterparty_id`)}) found`;
  if (kinds)
    return sql`
    select found.transaction_id from unnest(${[...kinds]}::text[]) as n (kind)
     cross join lateral (${page(sql`t.kind = n.kind and t.kind <> 'outgoingPayment'`)}) found`;
  return page(sql`true`);
}

/** Each found transaction once. */
const union = (streams: readonly Sql[]): Sql =>
  streams.length === 0
    ? sql`select null::uuid as transaction_id where false`
    : streams.map((one) => sql`(${one})`).reduce((joined, one) => sql`${joined} union ${one}`);

/** The page, if the first rows of the list fill it: transactions of many counterparties are soon found there. */
const soonFound = (
  db: Queryable,
  { filter, search }: { filter: TransactionFilter; search: TransactionSearch },
  { condition, order, limit }: End,
) => {
  const { organizationId, accountIds, fromId, belowId } = filter;
  const near = {
    organizationId,
    ...(accountIds === undefined ? {} : { accountIds }),
    ...(fromId === undefined ? {} : { fromId }),
    ...(belowId === undefined ? {} : { belowId }),
  };
  return db.many<TransactionRow>(sql`
  select ${columns}
    from (select * from transactions t where ${conditionsOf(near)} and ${condition} order by ${order} limit ${NEAR_ROWS * limit}) t
    ${withCategory}
   where ${conditionsOf(filter)} and ${searchCondition(organizationId, search)}
   order by ${order} limit ${limit}`);
};

async function readPage(
  db: Queryable,
  listed: { filter: TransactionFilter; search: TransactionSearch },
  end: End,
): Promise<readonly TransactionRow[]> {
  const streams = streamsOf(listed.filter, listed.search);
  const merged = streams.reduce((sum, { counterpartyIds = [] }) => sum + counterpartyIds.length * end.limit, 0);
  if (merged > MERGED_ROWS_MAX) {
    const found = await soonFound(db, listed, end);
    if (found.length === end.limit) return found;
  }
  const ids = union(streams.map((stream) => idsOf(listed.filter, stream, end)));
  return db.many<TransactionRow>(sql`
  select ${columns} from (select t.transaction_id from (${ids}) t order by ${end.order} limit ${end.limit}) found
    join transactions t on t.organization_id = ${listed.filter.organizationId} and t.transaction_id = found.transaction_id ${withCategory}
   order by ${end.order}`);
}

/** What `listByKeyset` lists and the search finds. Not for rare statuses. */
export const searchByKeyset = (
  db: Queryable,
  filter: TransactionFilter,
  { search, range }: { search: TransactionSearch; range: KeysetRange },
) => readPage(db, { filter, search }, range);

/** What `listByOffset` lists and the search finds. Not for rare statuses. */
export async function searchByOffset(
  db: Queryable,
  filter: TransactionFilter,
  { search, limit, offset, order }: OffsetPage & { readonly search: TransactionSearch },
) {
  const direction = order === "asc" ? sql`${transactionKey} asc` : sql`${transactionKey} desc`;
  const end = { condition: sql`true`, order: direction, limit: limit + offset };
  return (await readPage(db, { filter, search }, end)).slice(offset);
}

/** The number of transactions that a search finds, which reads all of them. Not for rare statuses. */
export const countSearched = (db: Queryable, filter: TransactionFilter, search: TransactionSearch) => {
  const found = union(streamsOf(filter, search).map((stream) => idsOf(filter, stream, undefined)));
  return db.one<{ total: bigint }>(sql`select count(*) as total from (${found}) found`);
};
