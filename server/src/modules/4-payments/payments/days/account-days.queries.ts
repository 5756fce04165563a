import { type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { allOf, type Sql, sql } from "#kernel/sql/sql.ts";
import { type AccountId, firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { utcDay } from "../spending/counted.ts";
import { type SumRow, spendingOf } from "../spending/spending-sums.queries.ts";

/** A transaction that is `sent` from the start, as its day counts it. */
export interface SettledInDay {
  readonly accountId: AccountId;
  readonly at: Date;
  /** Cents, signed as in the API. */
  readonly amountMinor: bigint;
  /** A transfer between own accounts is no spending. */
  readonly isTransfer: boolean;
}

/**
 * Counts new transactions without a payment method, in the order of the key. The accounts' locks are held. The function
 * create_payments does the same for payments.
 */
export const countSettled = (tx: Tx, organizationId: OrganizationId, settled: readonly SettledInDay[]) =>
  tx.run(sql`
  insert into account_days (
    organization_id, account_id, day, method, transactions, sent, least_minor, most_minor, last_posted_at, out_minor,
    out_transactions, in_minor, in_transactions)
  select ${organizationId}::uuid, t.account_id, (t.at at time zone 'UTC')::date, 'none', count(*), count(*), min(abs(t.amount)),
         max(abs(t.amount)), max(t.at),
         coalesce(-sum(t.amount) filter (where t.amount < 0 and not t.is_transfer), 0)::bigint,
         count(*) filter (where t.amount < 0 and not t.is_transfer),
         coalesce(sum(t.amount) filter (where t.amount > 0 and not t.is_transfer), 0)::bigint,
         count(*) filter (where t.amount > 0 and not t.is_transfer)
    from unnest(${settled.map((change) => change.accountId)}::uuid[], ${settled.map((change) => change.at)}::timestamptz[],
                ${settled.map((change) => change.amountMinor.toString())}::bigint[],
                ${settled.map((change) => change.isTransfer)}::boolean[])
           as t(account_id, at, amount, is_transfer)
   group by 2, 3
   order by 2, 3
  on conflict (organization_id, account_id, day, method) do update
    set transactions = account_days.transactions + excluded.transactions,
        sent = account_days.sent + excluded.sent,
        least_minor = least(account_days.least_minor, excluded.least_minor),
        most_minor = greatest(account_days.most_minor, excluded.most_minor),
        last_posted_at = greatest(account_days.last_posted_at, excluded.last_posted_at),
        out_minor = account_days.out_minor + excluded.out_minor,
        out_transactions = account_days.out_transactions + excluded.out_transactions,
        in_minor = account_days.in_minor + excluded.in_minor,
        in_transactions = account_days.in_transactions + excluded.in_transactions`);

/** What a change of a transaction's status changes in its day. */
export interface StatusCount {
  readonly accountId: AccountId;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly method: PaymentMethod | null;
  /** To be added. */
  readonly pending: number;
  readonly sent: number;
  readonly postedAt: Date | undefined;
  readonly outMinor: bigint;
  readonly outTransactions: number;
}

/** A changed day. */
export interface ChangedDay extends SumRow {
  readonly pending: bigint;
  readonly sent: bigint;
}

/** Changes days that exist, because their transactions do. The caller holds the locks of the accounts. */
export const changeDays = (tx: Tx, organizationId: OrganizationId, changes: readonly StatusCount[]) =>
  tx.many<ChangedDay>(sql`
  update account_days d
     set pending = d.pending + s.pending, sent = d.sent + s.sent, last_posted_at = greatest(d.last_posted_at, s.posted_at),
         out_minor = d.out_minor + s.out_minor, out_transactions = d.out_transactions + s.out_transactions
    from (select c.account_id, c.day, c.method, sum(c.pending)::bigint as pending, sum(c.sent)::bigint as sent,
                 max(c.posted_at) as posted_at, sum(c.out_minor)::bigint as out_minor, sum(c.out_transactions)::bigint as out_transactions
            from unnest(${changes.map((change) => change.accountId)}::uuid[], ${changes.map((change) => change.day)}::date[],
                        ${changes.map((change) => change.method ?? WITHOUT_METHOD)}::text[],
                        ${changes.map((change) => change.pending)}::bigint[], ${changes.map((change) => change.sent)}::bigint[],
                        ${changes.map((change) => change.postedAt ?? null)}::timestamptz[],
                        ${changes.map((change) => change.outMinor.toString())}::bigint[],
                        ${changes.map((change) => change.outTransactions)}::bigint[])
                   as c(account_id, day, method, pending, sent, posted_at, out_minor, out_transactions)
           group by 1, 2, 3) s
   where d.organization_id = ${organizationId} and d.account_id = s.account_id and d.day = s.day and d.method = s.method
  returning d.pending, d.sent, d.out_minor, d.out_transactions, d.in_minor, d.in_transactions`);

/** The method of transfers, deposits, and fees, which have none. */
export const WITHOUT_METHOD = "none";
export const methodsOfPayments: readonly string[] = paymentMethods;

/** Which transactions of an organization are counted; every member narrows it. */
export interface TransactionsCounted {
  readonly accountIds?: readonly string[];
  /** Created at or after one instant, and before another. */
  readonly from?: Date;
  readonly below?: Date;
  /** May include `none`. */
  readonly methods?: readonly string[];
}

/** What is looked for in the days of an organization: all days that have a part between the two instants. */
export interface DaysWanted extends TransactionsCounted {
  /** Days with a transaction in one of these statuses; `other` is any but the two. */
  readonly statuses?: readonly ("pending" | "sent" | "other")[];
  /** Days whose amounts may be at least, or at most, so many cents. */
  readonly leastMinor?: bigint;
  readonly mostMinor?: bigint;
  /** Days of which something was posted at this time or later. */
  readonly postedFrom?: Date;
}

const statusConditions = {
  pending: sql`d.pending > 0`,
  sent: sql`d.sent > 0`,
  other: sql`d.transactions > d.pending + d.sent`,
} as const satisfies Readonly<Record<string, Sql>>;

function conditionsOf(organizationId: OrganizationId, days: DaysWanted): Sql {
  const { accountIds, from, below, methods, statuses, leastMinor, mostMinor, postedFrom } = days;
  const conditions: Sql[] = [sql`d.organization_id = ${organizationId}`];
  if (accountIds) conditions.push(sql`d.account_id = any (${[...accountIds]}::uuid[])`);
  if (from) conditions.push(sql`d.day >= ${utcDay(from)}::date`);
  if (below) conditions.push(sql`d.day <= ${utcDay(plusMs(below, -1))}::date`);
  if (methods) conditions.push(sql`d.method = any (${[...methods]}::text[])`);
  if (statuses) {
    const has = (status: "pending" | "sent" | "other") =>
      statuses.includes(status) ? statusConditions[status] : sql`false`;
    conditions.push(sql`(${has("pending")} or ${has("sent")} or ${has("other")})`);
  }
  if (leastMinor !== undefined) conditions.push(sql`d.most_minor >= ${leastMinor.toString()}::bigint`);
  if (mostMinor !== undefined) conditions.push(sql`d.least_minor <= ${mostMinor.toString()}::bigint`);
  if (postedFrom) conditions.push(sql`d.last_posted_at >= ${postedFrom}`);
  return allOf(conditions);
}

/** Consecutive days, as instants: from the first of one up to, and not including, the other. */
export interface DayRange {
  readonly from_at: Date;
  readonly below_at: Date;
}

/**
 * The days that may have what is wanted, at most `most` rows of the table far; consecutive days are joined.
 * `was_cut`: there are more.
 */
export const daysWith = (
  db: Queryable,
  organizationId: OrganizationId,
  { most, ...days }: DaysWanted & { readonly most: number },
) =>
  db.many<DayRange & { readonly was_cut: boolean }>(sql`
  select (min(day)::timestamp at time zone 'UTC') as from_at, ((max(day) + 1)::timestamp at time zone 'UTC') as below_at,
         bool_or(was_cut) as was_cut
    from (select day, day - row_number() over (order by day)::integer as island, was_cut
            from (select day, sum(count(*)) over () > ${most} as was_cut
                    from (select d.day from account_days d where ${conditionsOf(organizationId, days)} limit ${most + 1}) found
                   group by day) days) islands
   group by island
   order by 1`);

const midnightOf = (at: Date): Date => new Date(`${utcDay(at)}T00:00:00Z`);

/** Transactions from one instant up to another, with the sums of a day. Transactions without a method have the method `none`. */
const readBetween = (
  organizationId: OrganizationId,
  { accountIds, methods }: TransactionsCounted,
  [from, below]: readonly [Date, Date],
): Sql => sql`
  select count(*) as transactions, count(*) filter (where t.status = 'pending') as pending,
         count(*) filter (where t.status = 'sent') as sent, ${spendingOf(sql`t`)}
    from transactions t
   where t.organization_id = ${organizationId} and t.transaction_id >= ${firstIdAt(from)}
     and t.transaction_id < ${firstIdAt(below)}
     and ${accountIds === undefined ? sql`true` : sql`t.account_id = any (${[...accountIds]}::uuid[])`}
     and ${methods === undefined ? sql`true` : sql`coalesce(t.method, ${WITHOUT_METHOD}) = any (${[...methods]}::text[])`}`;

/**
 * The sums of all transactions between two instants. Stored days are days in UTC, and the days of users are days in New
 * York: so the hours since midnight UTC are read and taken away at one end, and added at the other (ADR 0086).
 */
export function sumsBetween(organizationId: OrganizationId, counted: TransactionsCounted): Sql {
  const { accountIds, from, below, methods } = counted;
  const whole: Sql[] = [sql`d.organization_id = ${organizationId}`];
  if (accountIds) whole.push(sql`d.account_id = any (${[...accountIds]}::uuid[])`);
  if (methods) whole.push(sql`d.method = any (${[...methods]}::text[])`);
  if (from) whole.push(sql`d.day >= ${utcDay(from)}::date`);
  if (below) whole.push(sql`d.day < ${utcDay(below)}::date`);
  const part = (sign: 1 | -1, until: Date | undefined): Sql =>
    until === undefined
      ? sql``
      : sql`
    union all
    select ${sign}::integer, p.* from (${readBetween(organizationId, counted, [midnightOf(until), until])}) p`;
  return sql`
  select coalesce(sum(c.sign * c.transactions), 0)::bigint as transactions, coalesce(sum(c.sign * c.pending), 0)::bigint as pending,
         coalesce(sum(c.sign * c.sent), 0)::bigint as sent, coalesce(sum(c.sign * c.out_minor), 0)::bigint as out_minor,
         coalesce(sum(c.sign * c.out_transactions), 0)::bigint as out_transactions,
         coalesce(sum(c.sign * c.in_minor), 0)::bigint as in_minor,
         coalesce(sum(c.sign * c.in_transactions), 0)::bigint as in_transactions
    from (
    select 1 as sign, d.transactions, d.pending, d.sent, d.out_minor, d.out_transactions, d.in_minor, d.in_transactions
      from account_days d where ${allOf(whole)}
    ${part(-1, from)}
    ${part(1, below)}) c (sign, transactions, pending, sent, out_minor, out_transactions, in_minor, in_transactions)`;
}

/** How many transactions there are between two instants, and how they count. */
export const countBetween = (db: Queryable, organizationId: OrganizationId, counted: TransactionsCounted) =>
  db.one<{ transactions: bigint; pending: bigint; sent: bigint; out: bigint; in: bigint }>(sql`
  select s.transactions, s.pending, s.sent, s.out_transactions as out, s.in_transactions as in
    from (${sumsBetween(organizationId, counted)}) s`);
