import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

/** Payments that left an account, each with its amount in cents. */
export const paymentsOf = (db: Queryable, organizationId: string, accountId: string, since: Date) =>
  db.many<{ transaction_id: string; cents: bigint }>(sql`
  select transaction_id, -amount_minor as cents from transactions
   where organization_id = ${organizationId} and account_id = ${accountId} and kind = 'outgoingPayment'
     and created_at >= ${since}`);
