import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type Listed, searchCondition } from "./search-pages.queries.ts";
import { conditionsOfList } from "./transactions.queries.ts";

/** A page of the transactions of accounts in the order of their size, then of creation. */
export interface PageBySize {
  readonly accountIds: readonly string[];
  readonly leastMinor: bigint | undefined;
  readonly mostMinor: bigint | undefined;
  /** The page is after this transaction. */
  readonly after: { readonly sizeMinor: bigint; readonly transactionId: string } | undefined;
  readonly descending: boolean;
  readonly limit: number;
}

/**
 * Money that left has negative amounts, so that each direction has an index of its own, in the order of this list. `has`
 * is the condition of that index, written as no other statement writes it: the planner would take the index for the sums
 * of a day, too, and read an account's whole history.
 */
interface Direction {
  readonly has: Sql;
  readonly sign: 1n | -1n;
}
const directions: readonly Direction[] = [
  { has: sql`(case when t.amount_minor < 0 then 1 else 0 end) <> 0`, sign: -1n },
  { has: sql`(case when t.amount_minor > 0 then 1 else 0 end) <> 0`, sign: 1n },
];

/**
 * Row-level security allows no function of a column as the condition of an index (ADR 0069): sizes are therefore compared
 * as amounts, each direction in its own index. After a place, the rows of the same size come first, then those beyond.
 */
function inOrderOfSize(organizationId: OrganizationId, page: PageBySize): Sql {
  const [first, ...others] = directions.flatMap((direction) =>
    rangesAfter(page, direction).map((range) => ofEachAccount(organizationId, page, { direction, range })),
  );
  const joined = others.reduce(
    (all, part) => sql`${all} union all (with part as (${part}) select part.* from part)`,
    sql`with part as (${present(first, "there are two directions")}) select part.* from part`,
  );
  return sql`
  with parts as (${joined})
  select t.transaction_id, abs(t.amount_minor) as size_minor from parts t order by ${orderOf(page)} limit ${page.limit}`;
}

const orderOf = ({ descending }: Pick<PageBySize, "descending">): Sql =>
  descending
    ? sql`abs(t.amount_minor) desc, t.transaction_id desc`
    : sql`abs(t.amount_minor) asc, t.transaction_id asc`;

/** The rows of one direction after the place. */
function rangesAfter(page: PageBySize, { sign }: Direction): readonly Sql[] {
  const { after, descending } = page;
  const bounds = boundsOf(page, sign);
  if (after === undefined) return [bounds];
  const place = sql`${(sign * after.sizeMinor).toString()}::bigint`;
  const id = sql`${after.transactionId}::uuid`;
  const sameSize = sql`t.amount_minor = ${place} and ${descending ? sql`t.transaction_id < ${id}` : sql`t.transaction_id > ${id}`}`;
  const beyond = descending === sign > 0n ? sql`t.amount_minor < ${place}` : sql`t.amount_minor > ${place}`;
  return [sql`${bounds} and ${sameSize}`, sql`${bounds} and ${beyond}`];
}

/** Of each account as many rows as the page has. */
function ofEachAccount(
  organizationId: OrganizationId,
  { accountIds, descending, limit }: PageBySize,
  { direction: { has, sign }, range }: { readonly direction: Direction; readonly range: Sql },
): Sql {
  const byAmount = descending === sign > 0n ? sql`t.amount_minor desc` : sql`t.amount_minor asc`;
  const byId = descending ? sql`t.transaction_id desc` : sql`t.transaction_id asc`;
  return sql`
    select t.transaction_id, t.amount_minor
      from unnest(${[...accountIds]}::uuid[]) as a (account_id)
     cross join lateral (
       select t.transaction_id, t.amount_minor from transactions t
        where t.organization_id = ${organizationId} and t.account_id = a.account_id and ${has} and ${range}
        order by ${byAmount}, ${byId} limit ${limit}) t`;
}

/** The ids of a page. */
export const pageBySize = (db: Queryable, organizationId: OrganizationId, page: PageBySize) =>
  db.many<{ readonly transaction_id: TransactionId }>(inOrderOfSize(organizationId, page));

/**
 * Those of the next rows by size that a list has, up to its limit: most filters fill a page soon. Always a row, which says
 * whether these were all rows up to the end; without an id if none matches.
 */
export const soonBySize = (
  db: Queryable,
  { filter, search }: Listed,
  { page, limit }: { readonly page: PageBySize; readonly limit: number },
) => {
  const { organizationId } = filter;
  const found = search ? searchCondition(organizationId, search) : sql`true`;
  return db.many<{ readonly transaction_id: TransactionId | null; readonly is_end: boolean }>(sql`
  with following as (${inOrderOfSize(organizationId, page)}),
       counted as (select count(*) < ${page.limit}::bigint as is_end from following),
       matching as (
         select t.transaction_id, t.amount_minor
           from following n
          cross join lateral (
            select * from transactions t where t.organization_id = ${organizationId} and t.transaction_id = n.transaction_id offset 0) t
          where ${conditionsOfList(filter)} and ${found}
          order by ${orderOf(page)} limit ${limit})
  select t.transaction_id, c.is_end from counted c left join matching t on true order by ${orderOf(page)}`);
};

function boundsOf({ leastMinor, mostMinor }: PageBySize, sign: bigint): Sql {
  const at = (minor: bigint) => sql`${(sign * minor).toString()}::bigint`;
  const conditions: Sql[] = [];
  if (leastMinor !== undefined)
    conditions.push(sign > 0n ? sql`t.amount_minor >= ${at(leastMinor)}` : sql`t.amount_minor <= ${at(leastMinor)}`);
  if (mostMinor !== undefined)
    conditions.push(sign > 0n ? sql`t.amount_minor <= ${at(mostMinor)}` : sql`t.amount_minor >= ${at(mostMinor)}`);
  return allOf(conditions);
}

/** The place of a transaction in the list. */
export const sizeOf = (db: Queryable, organizationId: OrganizationId, transactionId: string) =>
  db.one<{ readonly transaction_id: TransactionId; readonly size_minor: bigint }>(sql`
  select t.transaction_id, abs(t.amount_minor) as size_minor from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}::uuid`);
