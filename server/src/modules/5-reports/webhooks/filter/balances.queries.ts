import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";

/** Balances of an account in cents. */
export interface AccountBalanceRow {
  readonly account_id: AccountId;
  readonly kind: "checking" | "savings" | "treasury";
  readonly available_minor: bigint;
  readonly held_minor: bigint;
}

/** The balances at this moment. Reads the view account_balances. */
export const findBalances = (db: Queryable, organizationId: OrganizationId, accountIds: readonly string[]) =>
  db.many<AccountBalanceRow>(sql`
  select account_id, kind, available_minor, held_minor from account_balances
   where organization_id = ${organizationId} and account_id = any (${[...accountIds]}::uuid[])
   order by account_id`);
