import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { dueWork } from "#records/identity";
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

/** Accounts with a step of the custodian to do. */
export const dueAccounts = dueWork<{ readonly account_id: AccountId }>({
  table: sql`treasury_due w`,
  isWaiting: sql`true`,
  at: sql`w.next_run_at`,
  id: sql`w.account_id`,
  columns: sql`w.account_id`,
});
