import type { BankFileId, ConnectionId } from "#bank/exchange";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";

/** The latest payment of one cent that a connection carries: the penny test. */
export const findPennyOrder = (db: Queryable, organizationId: OrganizationId, connectionId: ConnectionId) =>
  db.maybe<{
    transaction_id: TransactionId;
    ordered_at: Date;
    window_at: Date | null;
    file_id: BankFileId | null;
  }>(sql`
  select transaction_id, ordered_at, window_at, file_id from bank_orders
   where organization_id = ${organizationId} and connection_id = ${connectionId} and amount_minor = 1
   order by ordered_at desc, transaction_id desc limit 1`);
