import { newYorkDate, newYorkMidnight } from "bursar-banking/calendar/new-york";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { LedgerAccountId } from "./ledger.ts";

/** The entry with which a transaction settled. Its return, if it has one, is another entry. */
export interface SettledEntry {
  /** For both sides of a transfer, the side that paid. */
  readonly transaction_id: TransactionId;
  readonly entered_at: Date;
}

/** The entries with which transactions settled in an account, in the order of statements, after one of them. */
export const settledEntries = (
  db: Queryable,
  organizationId: OrganizationId,
  {
    accountId,
    after,
    descending,
    limit,
  }: {
    readonly accountId: LedgerAccountId;
    readonly after: SettledEntry | undefined;
    readonly descending: boolean;
    readonly limit: number;
  },
) => {
  const place = after && sql`(${after.entered_at}::timestamptz, ${after.transaction_id}::uuid)`;
  const beyond =
    place === undefined
      ? sql`true`
      : descending
        ? sql`(entered_at, transaction_id) < ${place}`
        : sql`(entered_at, transaction_id) > ${place}`;
  return db.many<SettledEntry>(sql`
  select transaction_id, entered_at from settled_movements
   where organization_id = ${organizationId} and ledger_account_id = ${accountId} and effect <> 'reverse' and ${beyond}
   order by ${descending ? sql`entered_at desc, transaction_id desc` : sql`entered_at, transaction_id`} limit ${limit}`);
};

/**
 * What an account contained, holds included, right after each entry with which a transaction settled, from one entry to
 * another. Counted back from the present balance, in one snapshot: days that are over are added up in ledger_days.
 */
export const balancesAfter = (
  db: Queryable,
  organizationId: OrganizationId,
  {
    accountId,
    from,
    to,
  }: { readonly accountId: LedgerAccountId; readonly from: SettledEntry; readonly to: SettledEntry },
) => {
  const day = newYorkDate(to.entered_at);
  const first = sql`(${from.entered_at}::timestamptz, ${from.transaction_id}::uuid)`;
  const last = sql`(${to.entered_at}::timestamptz, ${to.transaction_id}::uuid)`;
  const ofAccount = sql`organization_id = ${organizationId} and ledger_account_id = ${accountId}`;
  return db.many<{ readonly transaction_id: TransactionId; readonly balance_minor: bigint }>(sql`
  with entries as materialized (
    select transaction_id, effect, entered_at, amount_minor from settled_movements
     where ${ofAccount} and (entered_at, transaction_id) >= ${first} and (entered_at, transaction_id) <= ${last}
  ), later as (
    select coalesce(sum(amount_minor), 0) as minor from settled_movements
     where ${ofAccount} and (entered_at, transaction_id) > ${last}
       and entered_at < ${newYorkMidnight(day.add({ days: 1 }))}
  ), later_days as (
    select coalesce(sum(in_minor + moved_in_minor - out_minor - moved_out_minor), 0) as minor from ledger_days
     where ${ofAccount} and day > ${day.toString()}::date
  ), counted as (
    select transaction_id, effect,
           sum(amount_minor) over (order by entered_at desc, transaction_id desc, effect desc) - amount_minor as after_minor
      from entries
  )
  select c.transaction_id,
         (b.available_minor + b.held_minor - d.minor - l.minor - c.after_minor)::bigint as balance_minor
    from counted c
    join ledger_balances b on b.organization_id = ${organizationId} and b.ledger_account_id = ${accountId}
   cross join later l
   cross join later_days d
   where c.effect <> 'reverse'`);
};
