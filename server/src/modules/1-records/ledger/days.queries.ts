import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { LedgerAccountId } from "./ledger.ts";

/** Table ledger_days: settled movements by New York day. */
export interface MonthFlow {
  /** First day of the month, YYYY-MM-DD. */
  readonly month: string;
  readonly in_minor: bigint;
  readonly out_minor: bigint;
}

const ofAccount = (accountId: string | undefined): Sql =>
  accountId === undefined ? sql`true` : sql`d.ledger_account_id = ${accountId}`;

/**
 * Inflow and outflow by New York month, from a day on; months without any are absent. Transfers between accounts count
 * for a single account, but not for all accounts together.
 */
export const monthFlows = (
  db: Queryable,
  organizationId: OrganizationId,
  { from, accountId }: { from: string; accountId: string | undefined },
) => {
  const moved = accountId !== undefined;
  return db.many<MonthFlow>(sql`
  select date_trunc('month', d.day)::date::text as month,
         sum(d.in_minor + case when ${moved} then d.moved_in_minor else 0 end)::bigint as in_minor,
         sum(d.out_minor + case when ${moved} then d.moved_out_minor else 0 end)::bigint as out_minor
    from ledger_days d
   where d.organization_id = ${organizationId} and d.day >= ${from}::date and ${ofAccount(accountId)}
   group by 1 order by 1`);
};

export interface AccountFlow {
  readonly ledger_account_id: LedgerAccountId;
  readonly in_minor: bigint;
  readonly out_minor: bigint;
}

/** What entered and left each account since a day, including transfers between own accounts. */
export const accountFlows = (db: Queryable, organizationId: OrganizationId, from: string) =>
  db.many<AccountFlow>(sql`
  select d.ledger_account_id, sum(d.in_minor + d.moved_in_minor)::bigint as in_minor,
         sum(d.out_minor + d.moved_out_minor)::bigint as out_minor
    from ledger_days d
   where d.organization_id = ${organizationId} and d.day >= ${from}::date
   group by d.ledger_account_id`);

/** One of the organization's accounts: its current balance, including holds, and the change of each day. */
export interface AccountDays {
  readonly ledger_account_id: LedgerAccountId;
  readonly balance_minor: bigint;
  /** YYYY-MM-DD; null for an account without a change since the requested day. */
  readonly day: string | null;
  readonly change_minor: bigint;
}

/** One statement and so one snapshot, so that the balance and the days agree. Latest day first. */
export const readAccountDays = (
  db: Queryable,
  organizationId: OrganizationId,
  { from, accountId }: { from: string; accountId: string | undefined },
) =>
  db.many<AccountDays>(sql`
  select b.ledger_account_id, b.available_minor + b.held_minor as balance_minor, d.day::text as day,
         coalesce(d.in_minor + d.moved_in_minor - d.out_minor - d.moved_out_minor, 0)::bigint as change_minor
    from ledger_accounts a
    join ledger_balances b on b.organization_id = a.organization_id and b.ledger_account_id = a.ledger_account_id
    left join ledger_days d on d.organization_id = b.organization_id and d.ledger_account_id = b.ledger_account_id
                           and d.day >= ${from}::date
   where a.organization_id = ${organizationId} and a.kind = 'bankAccount'
     and ${accountId === undefined ? sql`true` : sql`a.ledger_account_id = ${accountId}`}
   order by b.ledger_account_id, d.day desc`);

/** What an account contained at the beginning of a New York day, including holds. */
export const balanceBefore = async (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, day }: { accountId: string; day: string },
): Promise<bigint> =>
  (
    await db.one<{ balance_minor: bigint }>(sql`
  select coalesce(sum(in_minor + moved_in_minor - out_minor - moved_out_minor), 0)::bigint as balance_minor
    from ledger_days
   where organization_id = ${organizationId} and ledger_account_id = ${accountId} and day < ${day}::date`)
  ).balance_minor;

/** The settled entries of an account on one New York day. */
export interface EntryDay {
  readonly day: string;
  readonly entries: bigint;
  /** Cents: what entered minus what left. */
  readonly netMinor: bigint;
}

/** The days of an account with entries, from one day to another, in order. */
export const entryDays = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountId, from, to }: { accountId: string; from: string; to: string },
) =>
  db.many<EntryDay>(sql`
  select day::text as day, entries, (in_minor + moved_in_minor - out_minor - moved_out_minor)::bigint as "netMinor"
    from ledger_days
   where organization_id = ${organizationId} and ledger_account_id = ${accountId} and day between ${from}::date and ${to}::date
   order by day`);
