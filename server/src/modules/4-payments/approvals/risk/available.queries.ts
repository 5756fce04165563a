import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";

/** Reads the view account_balances. */
export const availableOn = (db: Queryable, organizationId: OrganizationId, accountId: AccountId) =>
  db.one<{ available_minor: bigint }>(sql`
  select available_minor from account_balances where organization_id = ${organizationId} and account_id = ${accountId}`);

/** The same for several accounts. */
export const availableOnAccounts = (db: Queryable, organizationId: OrganizationId, accountIds: readonly AccountId[]) =>
  db.many<{ account_id: AccountId; available_minor: bigint }>(sql`
  select account_id, available_minor from account_balances
   where organization_id = ${organizationId} and account_id = any (${[...accountIds]}::uuid[])`);
