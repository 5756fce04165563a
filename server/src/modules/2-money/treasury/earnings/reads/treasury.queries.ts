import type { Keyset } from "#kernel/http/paging.queries.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { OrderId, TreasuryTransactionId, TreasuryType } from "#money/treasury";
import type { MonthStatus } from "../custodian/month-states.ts";

/** A treasury account with its ledger balance. */
export interface TreasuryRow {
  readonly account_id: AccountId;
  readonly name: string;
  readonly nickname: string | null;
  readonly status: "active" | "deleted" | "pending" | "archived";
  readonly created_at: Date;
  readonly available_minor: bigint;
  readonly held_minor: bigint;
  readonly account_number_last4: string;
}

const treasuryAccounts: Sql = sql`
  select t.account_id, t.name, t.nickname, t.status, t.created_at, b.available_minor, b.held_minor,
         t.account_number_last4
    from treasury_accounts t
    join account_balances b on b.organization_id = t.organization_id and b.account_id = t.account_id`;

export const treasuryCursorColumn: Sql = sql`t.account_id`;

export const pageOfTreasury = (db: Queryable, organizationId: OrganizationId, keyset: Keyset) =>
  db.many<TreasuryRow>(sql`
  ${treasuryAccounts}
   where t.organization_id = ${organizationId} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

export const findTreasuryRow = (db: Queryable, organizationId: OrganizationId, accountId: string) =>
  db.maybe<TreasuryRow>(sql`
  ${treasuryAccounts} where t.organization_id = ${organizationId} and t.account_id = ${accountId}`);

/** For `exists` of a page's cursor. */
export const treasuryWithId = (organizationId: OrganizationId, accountId: string): Sql => sql`
  select account_id from treasury_accounts where organization_id = ${organizationId} and account_id = ${accountId}`;

export interface HistoryRow {
  readonly account_id: AccountId;
  readonly number: bigint;
  readonly treasury_transaction_id: TreasuryTransactionId;
  readonly type: TreasuryType;
  readonly amount_minor: bigint;
  readonly balance_minor: bigint;
  readonly cash_minor: bigint;
  readonly canonical_day: string;
  readonly description: string;
  readonly additional_details: string | null;
  readonly security: string | null;
  readonly credit_description: string | null;
  readonly fee_description: string | null;
  readonly amendment_description: string | null;
  readonly deposit_counterparty_id: string | null;
  readonly withdrawal_counterparty_id: string | null;
  readonly sweep_direction: "in" | "out" | null;
  readonly trade_action: "buy" | "sell" | null;
  readonly order_id: OrderId | null;
}

const historyColumns = sql`account_id, number, treasury_transaction_id, type, amount_minor, balance_minor, cash_minor,
  canonical_day::text as canonical_day, description, additional_details, security, credit_description, fee_description,
  amendment_description, deposit_counterparty_id, withdrawal_counterparty_id, sweep_direction, trade_action, order_id`;

/** A page of an account's numbered transactions, after a number in the given order. */
export const pageOfHistory = (
  db: Queryable,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: AccountId },
  { after, descending, limit }: { after: number | undefined; descending: boolean; limit: number },
) =>
  db.many<HistoryRow>(sql`
  select ${historyColumns} from treasury_history
   where organization_id = ${organizationId} and account_id = ${accountId}
     and ${after === undefined ? sql`true` : descending ? sql`number < ${after}` : sql`number > ${after}`}
   order by ${descending ? sql`number desc` : sql`number`} limit ${limit}`);

/** The transactions that a statement covers. */
export const historyBetween = (
  db: Queryable,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: AccountId },
  { after, through }: { after: bigint; through: bigint },
) =>
  db.many<HistoryRow>(sql`
  select ${historyColumns} from treasury_history
   where organization_id = ${organizationId} and account_id = ${accountId} and number > ${after} and number <= ${through}
   order by number`);

/** One transaction by its number; undefined for number 0, before the first. */
export const findNumbered = (
  db: Queryable,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: AccountId },
  number: bigint,
) =>
  db.maybe<HistoryRow>(sql`
  select ${historyColumns} from treasury_history
   where organization_id = ${organizationId} and account_id = ${accountId} and number = ${number}`);

/** Dividends and fees by the month that they are for. */
export interface ReturnRow {
  readonly account_id: AccountId;
  readonly month: string;
  readonly security_id: string | null;
  readonly security: string | null;
  readonly dividend_minor: bigint;
  readonly fee_minor: bigint;
}

export const returnsOf = (db: Queryable, organizationId: OrganizationId, accountIds: readonly AccountId[]) =>
  db.many<ReturnRow>(sql`
  select account_id, for_month::text as month, security_id, security,
         coalesce(sum(amount_minor) filter (where type not like 'mercuryFee%'), 0)::bigint as dividend_minor,
         coalesce(sum(-amount_minor) filter (where type like 'mercuryFee%'), 0)::bigint as fee_minor
    from treasury_history
   where organization_id = ${organizationId} and account_id = any (${[...accountIds]}::uuid[]) and for_month is not null
     and type in ('dividendPosted', 'dividendCanceled', 'interestPosted', 'interestCanceled', 'mercuryFeePosted',
                  'mercuryFeeRefunded')
   group by 1, 2, 3, 4
   order by 1, 2, 3`);

export const feeMonthsOf = (db: Queryable, organizationId: OrganizationId, accountIds: readonly AccountId[]) =>
  db.many<{ account_id: AccountId; month: string; fee_minor: bigint; status: MonthStatus }>(sql`
  select account_id, month::text as month, fee_minor, status from treasury_months
   where organization_id = ${organizationId} and account_id = any (${[...accountIds]}::uuid[])
   order by 1, 2`);

/** What the unfinished month has accrued so far. */
export const accruedSince = (
  db: Queryable,
  organizationId: OrganizationId,
  { accountIds, from }: { accountIds: readonly AccountId[]; from: string },
) =>
  db.many<{ account_id: AccountId; dividend_micro: bigint; fee_micro: bigint }>(sql`
  select account_id, sum(dividend_micro)::bigint as dividend_micro, sum(fee_micro)::bigint as fee_micro
    from treasury_days
   where organization_id = ${organizationId} and account_id = any (${[...accountIds]}::uuid[]) and day >= ${from}::date
   group by 1`);

export const daysSince = (
  db: Queryable,
  { organizationId, accountId }: { organizationId: OrganizationId; accountId: AccountId },
  from: string,
) =>
  db.many<{ day: string; balance_minor: bigint; invested_minor: bigint; dividend_micro: bigint }>(sql`
  select day::text as day, balance_minor, invested_minor, dividend_micro from treasury_days
   where organization_id = ${organizationId} and account_id = ${accountId} and day >= ${from}::date order by day`);
