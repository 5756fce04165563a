import { newYorkMidnight } from "bursar-banking/calendar/new-york";
import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import { type CategoryId, firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { spendingOf } from "./spending-sums.queries.ts";

/** Which sums. */
export interface SumsWanted {
  /** YYYY-MM, consecutive, oldest first. */
  readonly months: readonly string[];
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

/** A month's end: the hours between midnight UTC and midnight in New York, which belong to the month before. */
interface MonthEnd {
  readonly before: string;
  readonly after: string;
  readonly fromId: string;
  readonly belowId: string;
}

function monthEnd(after: string): MonthEnd {
  const day = Temporal.PlainDate.from(`${after}-01`);
  return {
    before: day.subtract({ days: 1 }).toPlainYearMonth().toString(),
    after,
    fromId: firstIdAt(new Date(day.toZonedDateTime("UTC").epochMilliseconds)),
    belowId: firstIdAt(newYorkMidnight(day)),
  };
}

/**
 * What was spent or received per month, in total and by category. Stored days and months are in UTC, so the hours at the
 * end of each month are read and moved to it (ADR 0086). One statement, and so one snapshot: a payment between two
 * statements would be in one of the sums only. Months without any are absent.
 */
export const spendingSums = (
  db: Queryable,
  organizationId: OrganizationId,
  { months, accountIds, direction }: SumsWanted,
) => {
  const [first, last] = [present(months[0], "a report has a month"), present(months.at(-1), "a report has a month")];
  const next = Temporal.PlainYearMonth.from(last).add({ months: 1 }).toString();
  const ends = [...months, next].map(monthEnd);
  const of = (alias: Sql): Sql =>
    accountIds === undefined ? sql`true` : sql`${alias}.account_id = any (${[...accountIds]}::uuid[])`;
  const sums = (s: Sql): Sql =>
    direction === "out"
      ? sql`${s}.out_minor as total_minor, ${s}.out_transactions as transactions`
      : sql`${s}.in_minor as total_minor, ${s}.in_transactions as transactions`;
  return db.many<SpendingRow>(sql`
  with ends as materialized (
    select e.before, e.after, t.*
      from unnest(${ends.map((end) => end.before)}::text[], ${ends.map((end) => end.after)}::text[],
                  ${ends.map((end) => end.fromId)}::uuid[], ${ends.map((end) => end.belowId)}::uuid[])
             as e(before, after, from_id, below_id)
     cross join lateral (
       select t.category_id, ${spendingOf(sql`t`)}
         from transactions t
        where t.organization_id = ${organizationId} and t.transaction_id >= e.from_id and t.transaction_id < e.below_id
          and ${of(sql`t`)}
        group by t.category_id) t
  ), moved as (
    select x.category_id, x.before as month, 1 as sign, ${sums(sql`x`)} from ends x
    union all
    select x.category_id, x.after, -1, ${sums(sql`x`)} from ends x
  ), sums as (
    select null::uuid as category_id, to_char(d.day, 'YYYY-MM') as month, 1 as sign, ${sums(sql`d`)}
      from account_days d
     where d.organization_id = ${organizationId} and d.day >= ${`${first}-01`}::date and d.day < ${`${next}-01`}::date and ${of(sql`d`)}
    union all
    select null::uuid, m.month, m.sign, m.total_minor, m.transactions from moved m
    union all
    select c.category_id, to_char(c.month, 'YYYY-MM'), 1, ${sums(sql`c`)}
      from category_months c
     where c.organization_id = ${organizationId} and c.month >= ${`${first}-01`}::date and c.month < ${`${next}-01`}::date and ${of(sql`c`)}
    union all
    select m.category_id, m.month, m.sign, m.total_minor, m.transactions from moved m where m.category_id is not null
  ), months as (
    select s.category_id, s.month, sum(s.sign * s.total_minor)::bigint as total_minor,
           sum(s.sign * s.transactions)::bigint as transactions
      from sums s
     where s.month = any (${[...months]}::text[])
     group by 1, 2)
  select t.category_id, t.month, t.total_minor, t.transactions, c.name, c.is_deleted
    from months t
    left join category_labels c on c.organization_id = ${organizationId} and c.category_id = t.category_id
   where t.transactions > 0
   order by c.name, t.category_id, t.month`);
};
