import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { MonthStatus } from "./month-states.ts";
import type { DayAccrual, FinishedMonth } from "./run-step.ts";
import type { ChosenYield } from "./simulated-fund.ts";

/** Tables: treasury_days, treasury_months, treasury_yields. */
interface Account {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
}

/** The accruals of the days from a day on. */
export const sumDays = (db: Queryable, { organizationId, accountId }: Account, from: string) =>
  db.one<{ dividend_micro: bigint; fee_micro: bigint }>(sql`
  select coalesce(sum(dividend_micro), 0)::bigint as dividend_micro, coalesce(sum(fee_micro), 0)::bigint as fee_micro
    from treasury_days
   where organization_id = ${organizationId} and account_id = ${accountId} and day >= ${from}::date`);

interface MonthRow {
  readonly month: string;
  readonly fee_minor: bigint;
  readonly carried_micro: bigint;
  readonly status: MonthStatus;
  readonly charged_at: Date | null;
}

const monthOf = (row: MonthRow): FinishedMonth => ({
  month: row.month,
  feeMinor: row.fee_minor,
  carriedMicro: row.carried_micro,
  status: row.status,
  chargedAt: row.charged_at,
});

const monthColumns = sql`month::text as month, fee_minor, carried_micro, status, charged_at`;

/** Months whose fee is not charged, oldest first. */
export async function readUnpaidMonths(db: Queryable, { organizationId, accountId }: Account) {
  const rows = await db.many<MonthRow>(sql`
    select ${monthColumns} from treasury_months
     where organization_id = ${organizationId} and account_id = ${accountId} and status <> 'charged' order by month`);
  return rows.map(monthOf);
}

export async function readLastMonth(db: Queryable, { organizationId, accountId }: Account) {
  const row = await db.maybe<MonthRow>(sql`
    select ${monthColumns} from treasury_months
     where organization_id = ${organizationId} and account_id = ${accountId} order by month desc limit 1`);
  return row && monthOf(row);
}

export const insertDays = (tx: Tx, { organizationId, accountId }: Account, days: readonly DayAccrual[]) =>
  tx.run(sql`
  insert into treasury_days (organization_id, account_id, day, balance_minor, invested_minor, yield_ppm, dividend_micro, fee_micro)
  select ${organizationId}::uuid, ${accountId}::uuid, d.*
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ balanceMinor }) => balanceMinor.toString())}::bigint[],
                ${days.map(({ investedMinor }) => investedMinor.toString())}::bigint[], ${days.map(({ yieldPpm }) => yieldPpm)}::integer[],
                ${days.map(({ dividendMicro }) => dividendMicro.toString())}::bigint[],
                ${days.map(({ feeMicro }) => feeMicro.toString())}::bigint[]) as d`);

export const storeMonths = (tx: Tx, { organizationId, accountId }: Account, months: readonly FinishedMonth[]) =>
  tx.run(sql`
  insert into treasury_months (organization_id, account_id, month, fee_minor, carried_micro, status, charged_at)
  select ${organizationId}::uuid, ${accountId}::uuid, m.*
    from unnest(${months.map(({ month }) => month)}::date[], ${months.map(({ feeMinor }) => feeMinor.toString())}::bigint[],
                ${months.map(({ carriedMicro }) => carriedMicro.toString())}::bigint[], ${months.map(({ status }) => status)}::text[],
                ${months.map(({ chargedAt }) => chargedAt)}::timestamptz[]) as m
  on conflict (organization_id, account_id, month) do update set status = excluded.status, charged_at = excluded.charged_at`);

export const organizationsWithDueAccounts = (db: Queryable, now: Date) =>
  db.many<{ organization_id: OrganizationId }>(sql`
  select o.organization_id from organization_ids o
   where exists (select 1 from treasury_due d where d.organization_id = o.organization_id and d.next_run_at <= ${now})
   order by o.organization_id`);

export const dueAccounts = (
  db: Queryable,
  organizationId: OrganizationId,
  { now, limit }: { now: Date; limit: number },
) =>
  db.many<{ account_id: AccountId }>(sql`
  select account_id from treasury_due
   where organization_id = ${organizationId} and next_run_at <= ${now}
   order by next_run_at, account_id limit ${limit}`);

export const nextStepDue = (db: Queryable) =>
  db.one<{ due_at: Date | null }>(sql`select min(next_run_at) as due_at from treasury_due`);

/** Oldest first. */
export async function readYields(db: Queryable, organizationId: OrganizationId): Promise<readonly ChosenYield[]> {
  const rows = await db.many<{ starts_on: string; yield_ppm: number | null }>(sql`
    select starts_on::text as starts_on, yield_ppm from treasury_yields
     where organization_id = ${organizationId} order by starts_on`);
  return rows.map((row) => ({ startsOn: row.starts_on, yieldPpm: row.yield_ppm }));
}

/** A day's last choice counts. */
export const storeYield = (tx: Tx, organizationId: OrganizationId, { startsOn, yieldPpm }: ChosenYield) =>
  tx.run(sql`
  insert into treasury_yields (organization_id, starts_on, yield_ppm)
  values (${organizationId}, ${startsOn}, ${yieldPpm})
  on conflict (organization_id, starts_on) do update set yield_ppm = excluded.yield_ppm`);
