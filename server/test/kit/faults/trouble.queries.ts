import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";

/** Sets an account's balance, bypassing the ledger; returns the previous balance. */
export async function setHeld(db: Queryable, organizationId: OrganizationId, accountId: AccountId, heldMinor: bigint) {
  const { held_minor: before } = await db.one<{ held_minor: bigint }>(sql`
    select held_minor from ledger_balances
     where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);
  await db.run(sql`
    update ledger_balances set held_minor = ${heldMinor}
     where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);
  return before;
}

/** Gives an organization's transactions other ids, so that their events cannot be shown. Ids begin with the time: with 0 for some thousand years. */
export const hideTransactions = (db: Queryable, organizationId: OrganizationId) =>
  db.run(sql`
  update transactions set transaction_id = ('f' || substr(transaction_id::text, 2))::uuid where organization_id = ${organizationId}`);

export const restoreTransactions = (db: Queryable, organizationId: OrganizationId) =>
  db.run(sql`
  update transactions set transaction_id = ('0' || substr(transaction_id::text, 2))::uuid where organization_id = ${organizationId}`);
