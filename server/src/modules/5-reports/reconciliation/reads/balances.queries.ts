import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import type { ReconciledAccount } from "../movement.ts";
import { bankStatements } from "../tables.ts";

/** The accounts about which a bank has reported something, locked against imports and matches until the transaction ends. */
export const shareReconciled = (tx: Tx, organizationId: OrganizationId) =>
  tx.many<{ accountId: AccountId }>(sql`
  select account_id as "accountId" from reconciled_accounts
   where organization_id = ${organizationId} order by account_id for share`);

export interface StatementChain {
  readonly accountId: AccountId;
  /** The first day of the first statement. */
  readonly startsOn: string;
  /** The closing day of the latest statement. */
  readonly closesOn: string;
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  /** What opening balances differ from the closing balances before them: movements of statements that are missing. */
  readonly missingMinor: bigint;
}

/** An account is left out if one of its statements was changed outside the service. */
export const statementChains = (db: Queryable, organizationId: OrganizationId) =>
  db.many<StatementChain>(sql`
  select c.account_id as "accountId", c.starts_on::text as "startsOn", c.closes_on::text as "closesOn",
         c.opening_minor as "openingMinor", c.closing_minor as "closingMinor", c.missing_minor as "missingMinor",
         ${bankStatements.proofsOfOrSkip(
           "b",
           sql`from bank_statements b
                where b.organization_id = ${organizationId} and b.account_id = c.account_id and b.state = 'current'`,
         )}
    from (select account_id, min(from_on) as starts_on, max(closes_on) as closes_on,
                 (array_agg(opening_minor order by closes_on))[1] as opening_minor,
                 (array_agg(closing_minor order by closes_on desc))[1] as closing_minor,
                 coalesce(sum(opening_minor - before_minor), 0)::bigint as missing_minor
            from (select account_id, from_on, closes_on, opening_minor, closing_minor,
                         lag(closing_minor) over (partition by account_id order by closes_on) as before_minor
                    from bank_statements where organization_id = ${organizationId} and state = 'current') s
           group by account_id) c`);

/** A report of which pages are missing. */
export interface WaitingReport {
  readonly accountId: AccountId;
  readonly reference: string;
  /** Those that have arrived. */
  readonly pages: readonly number[];
}

const REPORTS_MAX = 100;

/** Reports of which pages are missing, the oldest first. */
export const waitingReports = (db: Queryable, organizationId: OrganizationId) =>
  db.many<WaitingReport>(sql`
  select account_id as "accountId", reference, array_agg(page order by page) as pages from bank_statement_pages
   where organization_id = ${organizationId} and joined_at is null
   group by account_id, format, reference order by min(arrived_at) limit ${REPORTS_MAX}`);

/** Open items of one side: how many, and their total. By age in days: at most 1, 7, 30, or more. */
export interface OpenSide {
  readonly count: bigint;
  readonly totalMinor: bigint;
  readonly upTo1Day: bigint;
  readonly upTo7Days: bigint;
  readonly upTo30Days: bigint;
  readonly older: bigint;
}

const sideOf = (day: ReturnType<typeof sql>, today: string) => sql`
  count(*) as count, coalesce(sum(amount_minor), 0)::bigint as "totalMinor",
  count(*) filter (where ${today}::date - ${day} <= 1) as "upTo1Day",
  count(*) filter (where ${today}::date - ${day} between 2 and 7) as "upTo7Days",
  count(*) filter (where ${today}::date - ${day} between 8 and 30) as "upTo30Days",
  count(*) filter (where ${today}::date - ${day} > 30) as older`;

/** Movements of the bank without transactions; `listed` ones are in the latest statement's balance. */
export const openMovementsSide = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { today, listed }: { readonly today: string; readonly listed: boolean },
) =>
  db.one<OpenSide>(sql`
  select ${sideOf(sql`booked_on`, today)} from bank_movements
   where organization_id = ${organizationId} and account_id = ${accountId} and state = 'open'
     and (statement_id is not null) = ${listed}`);

/** The matched entries of an account by the day on which the ledger has them. */
export const matchedDays = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { from, to }: { readonly from: string; readonly to: string },
) =>
  db.many<{ day: string; entries: bigint; amountMinor: bigint }>(sql`
  select day::text as day, entries, amount_minor as "amountMinor" from bank_matched_days
   where organization_id = ${organizationId} and account_id = ${accountId} and day between ${from}::date and ${to}::date
   order by day`);

/** What matched entries and movements change on one side only until the closing day: entered before or later, not listed yet. */
export const timingOf = (
  db: Queryable,
  { organizationId, accountId }: ReconciledAccount,
  { startsOn, closesOn }: Pick<StatementChain, "startsOn" | "closesOn">,
) =>
  db.one<{ entriesMinor: bigint; movementsMinor: bigint }>(sql`
  select (select coalesce(sum(amount_minor), 0)::bigint from bank_matched_entries
           where organization_id = ${organizationId} and account_id = ${accountId}
             and (entered_on < ${startsOn}::date or entered_on > ${closesOn}::date)) as "entriesMinor",
         (select coalesce(sum(amount_minor), 0)::bigint from bank_movements
           where organization_id = ${organizationId} and account_id = ${accountId} and state = 'matched'
             and listed_on is null) as "movementsMinor"`);
