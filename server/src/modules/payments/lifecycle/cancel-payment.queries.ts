import type { Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";

/**
 * Withdraws a payment from submission: its row becomes `withdrawn`, or is created as such before the outbox worker
 * creates it. Returns no row if the bank has it, or may have it. Waits for a pass that is claiming it.
 */
export const withdrawSubmission = (tx: Tx, organizationId: OrganizationId, transactionId: string) =>
  tx.maybe<{ transaction_id: TransactionId }>(sql`
  insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
  select organization_id, transaction_id, 'withdrawn', created_at
    from transactions
   where organization_id = ${organizationId} and transaction_id = ${transactionId} and kind = 'outgoingPayment' and status = 'pending'
  on conflict (organization_id, transaction_id) do update set state = 'withdrawn'
   where rail_submissions.state = 'waiting'
  returning transaction_id`);

export const findStatus = (tx: Tx, organizationId: OrganizationId, transactionId: string) =>
  tx.maybe<{ status: string; kind: string }>(sql`
  select status, kind from transactions where organization_id = ${organizationId} and transaction_id = ${transactionId}`);
