import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId, RecipientId } from "#kernel/values/ids.ts";

const changeAccount = (change: Sql) => (db: Queryable, organizationId: OrganizationId, accountId: AccountId) =>
  db.run(sql`
    update ledger_balances set ${change}
     where organization_id = ${organizationId} and ledger_account_id = ${accountId}`);

export const stopPayments = changeAccount(sql`stop_reason = 'stopped by a test'`);
export const forbidPayments = changeAccount(sql`pays = false`);

const changeRecipient = (change: Sql) => (db: Queryable, organizationId: OrganizationId, recipientId: RecipientId) =>
  db.run(sql`
    update recipients set ${change} where organization_id = ${organizationId} and recipient_id = ${recipientId}`);

export const deleteRecipient = changeRecipient(sql`status = 'deleted', deleted_at = now()`);
export const removeAchDetails = changeRecipient(sql`ach_routing_id = null`);
export const markAchDetailsChanged = changeRecipient(sql`first_changed_routing_id = ach_routing_id`);

/** Rejects every write and every row lock that follows in the transaction. */
export const makeReadOnly = (db: Queryable) => db.run(sql`set transaction read only`);

export const tableNames = (db: Queryable) =>
  db.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
