import type { Tx } from "../../../kernel/sql/database.ts";
import { isOneOf, sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "../../../kernel/values/ids.ts";
import { submissionStates } from "./submission-states.ts";
import { type TransactionStatus, transactionStates } from "./transaction-states.ts";

/**
 * Withdraws a payment from submission: its row becomes `withdrawn`, or is created as such before the outbox worker
 * creates it. Returns no row if the bank has it, or may have it. Waits for a pass that is claiming it.
 */
export const withdrawSubmission = (tx: Tx, organizationId: OrganizationId, transactionId: string) =>
  tx.maybe<{ transaction_id: TransactionId }>(sql`
  insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
  select organization_id, transaction_id, ${submissionStates.moves.withdraw.to}, created_at
    from transactions
   where organization_id = ${organizationId} and transaction_id = ${transactionId} and kind = 'outgoingPayment'
     and ${isOneOf(sql`status`, transactionStates.statesBefore("cancel"))}
  on conflict (organization_id, transaction_id) do update set state = excluded.state
   where ${isOneOf(sql`rail_submissions.state`, submissionStates.statesBefore("withdraw"))}
  returning transaction_id`);

/** For the refusal: what the transaction is and why it cannot be canceled. */
export const findStatus = (tx: Tx, organizationId: OrganizationId, transactionId: string) =>
  tx.maybe<{ status: TransactionStatus; kind: string }>(sql`
  select status, kind from transactions where organization_id = ${organizationId} and transaction_id = ${transactionId}`);
