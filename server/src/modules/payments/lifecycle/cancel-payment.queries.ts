import type { Tx } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";

/**
 * Takes a payment out of the hands of the hand-over: its row becomes `withdrawn`, or is made so before the outbox worker
 * makes it. No row comes back when the bank has it, or may have it, already. Waits for a hand-over that is claiming it.
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
