import type { Queryable } from "../../../kernel/sql/database.ts";
import { type Sql, sql } from "../../../kernel/sql/sql.ts";
import type { CategoryId, OrganizationId } from "../../../kernel/values/ids.ts";

/** Which sums: months from the first day of one up to, and not including, the first day of another. */
export interface SumsWanted {
  readonly from: string;
  readonly below: string;
  /** Absent: all accounts. */
  readonly accountIds: readonly string[] | undefined;
  readonly direction: "out" | "in";
}

/** The sum of one month, in cents. */
export interface MonthSum {
  /** YYYY-MM. */
  readonly month: string;
  readonly total_minor: bigint;
  readonly transactions: bigint;
}

export interface SpendingRow extends MonthSum {
  /** Null: everything, with or without a category. */
  readonly category_id: CategoryId | null;
  readonly name: string | null;
  readonly is_deleted: boolean | null;
}

const sumsOf = (direction: SumsWanted["direction"]): Sql =>
  direction === "out"
    ? sql`sum(s.out_minor)::bigint as total_minor, sum(s.out_transactions)::bigint as transactions`
    : sql`sum(s.in_minor)::bigint as total_minor, sum(s.in_transactions)::bigint as transactions`;

/**
 * What was spent or received per month, in total and by category. One statement, and so one snapshot: a payment between
 * two statements would be in one of the sums only. Months without any are absent.
 */
export const spendingSums = (
  db: Queryable,
  organizationId: OrganizationId,
  { from, below, accountIds, direction }: SumsWanted,
) => {
  const ofAccounts = accountIds === undefined ? sql`true` : sql`s.account_id = any (${[...accountIds]}::uuid[])`;
  return db.many<SpendingRow>(sql`
  select t.category_id, t.month, t.total_minor, t.transactions, c.name, c.is_deleted
    from (select null::uuid as category_id, to_char(s.day, 'YYYY-MM') as month, ${sumsOf(direction)}
            from account_days s
           where s.organization_id = ${organizationId} and s.day >= ${from}::date and s.day < ${below}::date and ${ofAccounts}
           group by 2
          union all
          select s.category_id, to_char(s.month, 'YYYY-MM'), ${sumsOf(direction)}
            from category_months s
           where s.organization_id = ${organizationId} and s.month >= ${from}::date and s.month < ${below}::date and ${ofAccounts}
           group by 1, 2) t
    left join category_labels c on c.organization_id = ${organizationId} and c.category_id = t.category_id
   where t.transactions > 0
   order by c.name, t.category_id, t.month`);
};
