import type { Queryable } from "#kernel/sql/database.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import { sumsBetween, type TransactionsCounted } from "../days/account-days.queries.ts";
import { countedStatuses, transferKinds } from "../spending/counted.ts";
import { transactionStatuses } from "../states/transaction-states.ts";
import { type Listed, someOfList } from "../transactions/search-pages.queries.ts";
import type { TransactionFilter } from "../transactions/transactions.queries.ts";

/** Numbers of transactions and sums in cents. */
export interface TotalsRow {
  readonly count: bigint;
  readonly out_minor: bigint;
  readonly in_minor: bigint;
  readonly not_left_minor: bigint;
  /** More match than were read. */
  readonly was_cut: boolean;
}

const counts = sql`f.status = any (${[...countedStatuses]}::text[])`;

/** Sums over the transactions of a list, at most so many. */
const sumsOf = (listed: Listed, most: number): Sql => sql`
  select least(count(*), ${most}::bigint) as count, count(*) > ${most}::bigint as was_cut,
         coalesce(sum(-f.amount_minor) filter (where f.amount_minor < 0 and ${counts}), 0)::bigint as out_minor,
         coalesce(sum(f.amount_minor) filter (where f.amount_minor > 0 and ${counts}), 0)::bigint as in_minor,
         coalesce(sum(abs(f.amount_minor)) filter (where not ${counts}), 0)::bigint as not_left_minor
    from (${someOfList(listed, { selected: sql`t.transaction_id, t.amount_minor, t.status`, most: most + 1 })}) f`;

/** What the transactions of a list add up to; of a longer list, those of some of them. */
export const addedUp = (db: Queryable, listed: Listed, most: number) => db.one<TotalsRow>(sumsOf(listed, most));

/** Statuses of what did not leave. */
const uncounted = transactionStatuses.filter((status) => !countedStatuses.some((counted) => counted === status));

/**
 * What did not leave, of a list that days tell apart. Rows of a version that did not store what the transaction is are looked
 * up.
 */
const notLeftOf = (
  { organizationId, accountIds, methods, kinds, fromId, belowId }: TransactionFilter,
  most: number,
): Sql => {
  const conditions = [
    sql`x.organization_id = ${organizationId}`,
    sql`x.status = any (${[...uncounted]}::text[])`,
    ...(fromId === undefined ? [] : [sql`x.transaction_id >= ${fromId}::uuid`]),
    ...(belowId === undefined ? [] : [sql`x.transaction_id < ${belowId}::uuid`]),
    ...(accountIds === undefined ? [] : [sql`coalesce(x.account_id, t.account_id) = any (${[...accountIds]}::uuid[])`]),
    ...(methods === undefined ? [] : [sql`coalesce(x.method, t.method) = any (${[...methods]}::text[])`]),
    // Exactly the payments have a method, and these lists have no other kind.
    ...(kinds === undefined ? [] : [sql`coalesce(x.method, t.method) is not null`]),
  ];
  return sql`
  select count(*) > ${most}::bigint as was_cut, coalesce(sum(abs(f.amount_minor)), 0)::bigint as not_left_minor
    from (select coalesce(x.amount_minor, t.amount_minor) as amount_minor
            from transaction_exceptions x
            left join lateral (
              select t.account_id, t.method, t.amount_minor from transactions t
               where x.amount_minor is null and t.organization_id = ${organizationId} and t.transaction_id = x.transaction_id
              offset 0) t on true
           where ${allOf(conditions)} limit ${most + 1}) f`;
};

/**
 * The same, from the sums of days, which leave out transfers between own accounts; those, and what did not leave, are few
 * and are read. One statement, and so one snapshot: a payment that fails between two would be in both sums or in none.
 */
export const addedUpByDay = (
  db: Queryable,
  filter: TransactionFilter,
  { counted, most }: { readonly counted: TransactionsCounted; readonly most: number },
) => {
  const transfers =
    filter.kinds || filter.methods
      ? sql`select 0::bigint as out_minor, 0::bigint as in_minor, false as was_cut`
      : sumsOf({ filter: { ...filter, kinds: transferKinds }, search: undefined, ranges: undefined }, most);
  return db.one<TotalsRow>(sql`
  select d.transactions as count, d.out_minor + w.out_minor as out_minor, d.in_minor + w.in_minor as in_minor,
         x.not_left_minor, w.was_cut or x.was_cut as was_cut
    from (${sumsBetween(filter.organizationId, counted)}) d
   cross join (${transfers}) w
   cross join (${notLeftOf(filter, most)}) x`);
};
