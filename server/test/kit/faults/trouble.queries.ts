import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "../../../src/kernel/values/ids.ts";

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

/** Gives an organization's events other ids, so that the service cannot find them. Ids begin with the time: with 0 for some thousand years. */
export const hideEvents = (db: Queryable, organizationId: OrganizationId) =>
  db.run(sql`
  update events set event_id = ('f' || substr(event_id::text, 2))::uuid where organization_id = ${organizationId}`);

export const restoreEvents = (db: Queryable, organizationId: OrganizationId) =>
  db.run(sql`
  update events set event_id = ('0' || substr(event_id::text, 2))::uuid where organization_id = ${organizationId}`);
