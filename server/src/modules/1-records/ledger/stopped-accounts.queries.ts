import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { LedgerAccountId } from "./ledger.ts";

/** Stops the account, unless it is already stopped. */
export const stopBalance = (tx: Tx, organizationId: OrganizationId, ledgerAccountId: LedgerAccountId, reason: string) =>
  tx.run(sql`
  update ledger_balances set stop_reason = ${reason}
   where organization_id = ${organizationId} and ledger_account_id = ${ledgerAccountId} and stop_reason is null`);

export const unstopBalance = (tx: Tx, organizationId: OrganizationId, ledgerAccountId: LedgerAccountId) =>
  tx.run(sql`
  update ledger_balances set stop_reason = null
   where organization_id = ${organizationId} and ledger_account_id = ${ledgerAccountId} and stop_reason is not null`);

export const hasStoppedBalance = (db: Queryable) =>
  db.one<{ in_doubt: boolean }>(sql`
  select exists (select 1 from ledger_balances where stop_reason is not null) as in_doubt`);

export const stoppedBalances = (db: Queryable) =>
  db.many<{ organization_id: OrganizationId; ledger_account_id: LedgerAccountId; stop_reason: string }>(sql`
  select organization_id, ledger_account_id, stop_reason from ledger_balances
   where stop_reason is not null order by organization_id, ledger_account_id`);
