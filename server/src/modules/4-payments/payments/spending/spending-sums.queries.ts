import type { Tx } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, CategoryId, OrganizationId } from "#kernel/values/ids.ts";
import { countedStatuses, type SumChange, transferKinds } from "./counted.ts";

/** A change of the sums of a category's month in an account. */
export interface MonthSumChange extends SumChange {
  readonly accountId: AccountId;
  readonly month: string;
  readonly categoryId: CategoryId;
}

export interface SumRow {
  readonly out_minor: bigint;
  readonly out_transactions: bigint;
  readonly in_minor: bigint;
  readonly in_transactions: bigint;
}

/** The sums of spending over transactions: the rule of `isCounted`, in the columns of a SumRow. */
export function spendingOf(t: Sql): Sql {
  const isSpending = sql`${t}.status = any (${[...countedStatuses]}::text[]) and ${t}.kind <> all (${[...transferKinds]}::text[])`;
  return sql`
         coalesce(sum(-${t}.amount_minor) filter (where ${t}.amount_minor < 0 and ${isSpending}), 0)::bigint as out_minor,
         count(*) filter (where ${t}.amount_minor < 0 and ${isSpending}) as out_transactions,
         coalesce(sum(${t}.amount_minor) filter (where ${t}.amount_minor > 0 and ${isSpending}), 0)::bigint as in_minor,
         count(*) filter (where ${t}.amount_minor > 0 and ${isSpending}) as in_transactions`;
}

const amountsOf = (changes: readonly SumChange[]) => sql`
  ${changes.map((change) => change.outMinor.toString())}::bigint[], ${changes.map((change) => change.outTransactions)}::bigint[],
  ${changes.map((change) => change.inMinor.toString())}::bigint[], ${changes.map((change) => change.inTransactions)}::bigint[]`;

/** Adds the changes, in the order of the key, so that concurrent changes cannot deadlock. */
export const changeMonths = (tx: Tx, organizationId: OrganizationId, changes: readonly MonthSumChange[]) =>
  tx.many<SumRow>(sql`
  insert into category_months as m (organization_id, month, category_id, account_id, out_minor, out_transactions, in_minor, in_transactions)
  select ${organizationId}::uuid, c.month, c.category_id, c.account_id, sum(c.out_minor)::bigint, sum(c.out_transactions)::bigint,
         sum(c.in_minor)::bigint, sum(c.in_transactions)::bigint
    from unnest(${changes.map((change) => change.month)}::date[], ${changes.map((change) => change.categoryId)}::uuid[],
                ${changes.map((change) => change.accountId)}::uuid[], ${amountsOf(changes)})
           as c(month, category_id, account_id, out_minor, out_transactions, in_minor, in_transactions)
   group by 2, 3, 4
   order by 2, 3, 4
  on conflict (organization_id, month, category_id, account_id) do update
    set out_minor = m.out_minor + excluded.out_minor, out_transactions = m.out_transactions + excluded.out_transactions,
        in_minor = m.in_minor + excluded.in_minor, in_transactions = m.in_transactions + excluded.in_transactions
  returning m.out_minor, m.out_transactions, m.in_minor, m.in_transactions`);
