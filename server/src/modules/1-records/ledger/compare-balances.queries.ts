import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { LedgerAccountId } from "./ledger.ts";

/**
 * A check reads everything, so it may take longer than a request's statement. Nested loops are off: a table that grew
 * faster than its statistics looks small to the planner, and a nested loop takes quadratic time. Parallel workers are
 * off because payments continue.
 */
export const prepareLongRead = (tx: Tx) =>
  tx.run(sql`select set_config('statement_timeout', '15min', true), set_config('enable_nestloop', 'off', true),
         set_config('max_parallel_workers_per_gather', '0', true)`);

export interface ComparedBalanceRow {
  readonly ledger_account_id: LedgerAccountId;
  /** Null if entries name an account without a balance. */
  readonly available_minor: bigint | null;
  readonly held_minor: bigint | null;
  readonly entered_available_minor: bigint;
  readonly entered_held_minor: bigint;
}

/**
 * Every stored balance of one organization with the sum of its postings, in one statement and so one snapshot: a
 * payment that commits meanwhile is in both or in neither.
 */
export const compareBalances = (tx: Tx, organizationId: OrganizationId) =>
  tx.many<ComparedBalanceRow>(sql`
  with entered as (
    select ledger_account_id,
           coalesce(sum(amount_minor) filter (where bucket = 'available'), 0)::bigint as available_minor,
           coalesce(sum(amount_minor) filter (where bucket = 'held'), 0)::bigint as held_minor
      from ledger_postings
     where organization_id = ${organizationId}
     group by ledger_account_id
  ), stored as (
    select ledger_account_id, available_minor, held_minor from ledger_balances where organization_id = ${organizationId}
  )
  select ledger_account_id, s.available_minor, s.held_minor,
         coalesce(e.available_minor, 0) as entered_available_minor, coalesce(e.held_minor, 0) as entered_held_minor
    from stored s full join entered e using (ledger_account_id)
   order by ledger_account_id`);

/** The same for one account whose row is locked. */
export const compareBalance = (tx: Tx, organizationId: OrganizationId, ledgerAccountId: LedgerAccountId) =>
  tx.one<ComparedBalanceRow>(sql`
  select b.ledger_account_id, b.available_minor, b.held_minor,
         coalesce(sum(p.amount_minor) filter (where p.bucket = 'available'), 0)::bigint as entered_available_minor,
         coalesce(sum(p.amount_minor) filter (where p.bucket = 'held'), 0)::bigint as entered_held_minor
    from ledger_balances b
    left join ledger_postings p using (organization_id, ledger_account_id)
   where b.organization_id = ${organizationId} and b.ledger_account_id = ${ledgerAccountId}
   group by b.ledger_account_id, b.available_minor, b.held_minor`);

export const agrees = (row: ComparedBalanceRow): boolean =>
  row.available_minor === row.entered_available_minor && row.held_minor === row.entered_held_minor;
