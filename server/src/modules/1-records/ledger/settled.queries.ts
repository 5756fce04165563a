import { newYorkDate, newYorkMidnight } from "bursar-banking/calendar/new-york";
import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { LedgerAccountId } from "./ledger.ts";

/** The entry with which a transaction settled. Its return, if it has one, is another entry. */
export interface SettledEntry {
  /** For both sides of a transfer, the side that paid. */
  readonly transaction_id: TransactionId;
  readonly entered_at: Date;
}

interface BookOfAccount {
  readonly organizationId: OrganizationId;
  readonly accountId: LedgerAccountId;
}

/**
 * What settled_movements has of an account. Each direction is ordered and bounded alone, because PostgreSQL reads the
 * whole account to sort the view.
 */
const movementsOf = (
  { organizationId, accountId }: BookOfAccount,
  { where, order }: { where: Sql; order: Sql },
): Sql => {
  const side = (account: Sql, amount: Sql) => sql`
    select transaction_id, effect, entered_at, ${amount} as amount_minor from ledger_entries
     where organization_id = ${organizationId} and ${account} = ${accountId} and effect not in ('hold', 'release')
       and ${where} ${order}`;
  return sql`(${side(sql`debit_account_id`, sql`-amount_minor`)}) union all (${side(sql`credit_account_id`, sql`amount_minor`)})`;
};

const place = sql`(entered_at, transaction_id)`;
const placeOf = (entry: SettledEntry): Sql => sql`(${entry.entered_at}::timestamptz, ${entry.transaction_id}::uuid)`;

/** The entries with which transactions settled in an account, in the order of statements, after one of them. */
export const settledEntries = (
  db: Queryable,
  book: BookOfAccount,
  {
    after,
    descending,
    limit,
  }: { readonly after: SettledEntry | undefined; readonly descending: boolean; readonly limit: number },
) => {
  const beyond = after && (descending ? sql`${place} < ${placeOf(after)}` : sql`${place} > ${placeOf(after)}`);
  const where = sql`effect <> 'reverse' and ${beyond ?? sql`true`}`;
  const columns = descending ? sql`entered_at desc, transaction_id desc` : sql`entered_at, transaction_id`;
  const order = sql`order by ${columns} limit ${limit}`;
  return db.many<SettledEntry>(sql`
  select transaction_id, entered_at from (${movementsOf(book, { where, order })}) m ${order}`);
};

/** The entries with which these transactions settled; those that did not are absent. */
export const findSettledEntries = (db: Queryable, organizationId: OrganizationId, ids: readonly TransactionId[]) =>
  db.many<SettledEntry>(sql`
  select transaction_id, entered_at from ledger_entries
   where organization_id = ${organizationId} and transaction_id = any (${[...ids]}::uuid[])
     and effect not in ('hold', 'release', 'reverse')`);

/**
 * What an account contained, holds included, right after each entry with which a transaction settled, from one entry to
 * another. Counted back from the present balance, in one snapshot: days that are over are added up in ledger_days.
 */
export const balancesAfter = (
  db: Queryable,
  book: BookOfAccount,
  { from, to }: { readonly from: SettledEntry; readonly to: SettledEntry },
) => {
  const day = newYorkDate(to.entered_at);
  const order = sql``;
  const ofPage = { where: sql`${place} >= ${placeOf(from)} and ${place} <= ${placeOf(to)}`, order };
  const until = newYorkMidnight(day.add({ days: 1 }));
  const ofRestOfDay = { where: sql`${place} > ${placeOf(to)} and entered_at < ${until}`, order };
  const ofAccount = sql`organization_id = ${book.organizationId} and ledger_account_id = ${book.accountId}`;
  return db.many<{ readonly transaction_id: TransactionId; readonly balance_minor: bigint }>(sql`
  with entries as (${movementsOf(book, ofPage)}),
  counted as (
    select transaction_id, effect,
           sum(amount_minor) over (order by entered_at desc, transaction_id desc, effect desc) - amount_minor as after_minor
      from entries
  )
  select c.transaction_id, (b.minor - d.minor - l.minor - c.after_minor)::bigint as balance_minor
    from counted c
   cross join (select available_minor + held_minor as minor from ledger_balances where ${ofAccount}) b
   cross join (select coalesce(sum(in_minor + moved_in_minor - out_minor - moved_out_minor), 0) as minor
                 from ledger_days where ${ofAccount} and day > ${day.toString()}::date) d
   cross join (select coalesce(sum(amount_minor), 0) as minor from (${movementsOf(book, ofRestOfDay)}) m) l
   where c.effect <> 'reverse'`);
};
