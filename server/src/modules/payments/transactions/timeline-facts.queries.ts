import type { Queryable } from "../../../kernel/sql/database.ts";
import { sql } from "../../../kernel/sql/sql.ts";
import type { OrganizationId, TokenId, TransactionId, UserId } from "../../../kernel/values/ids.ts";
import type { SubmissionState } from "../bank/submission-states.ts";

/** What is known of a transaction beside its row: who made it, and its way to the bank. */
export interface TransactionFacts {
  readonly created_by_token: TokenId | null;
  readonly created_by_user: UserId | null;
  readonly transfer_id: TransactionId | null;
  /** Null while the payment waits for its instant, and on what is no payment. */
  readonly submission_state: SubmissionState | null;
  readonly hand_over_at: Date | null;
  readonly submitted_at: Date | null;
}

/** Tables: transactions, rail_submissions. */
export const findTransactionFacts = (db: Queryable, organizationId: OrganizationId, transactionId: string) =>
  db.one<TransactionFacts>(sql`
  select t.created_by_token, t.created_by_user, t.transfer_id, s.state as submission_state, s.hand_over_at, s.submitted_at
    from transactions t
    left join rail_submissions s on s.organization_id = t.organization_id and s.transaction_id = t.transaction_id
   where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}`);

/**
 * The other side of a transfer: a transaction of the other account, made at the same instant. Found among that account's rows
 * of that moment.
 */
export const findOtherSide = (
  db: Queryable,
  organizationId: OrganizationId,
  side: {
    readonly transactionId: TransactionId;
    readonly transferId: TransactionId;
    readonly otherAccountId: string;
    readonly fromId: string;
    readonly belowId: string;
  },
) =>
  db.maybe<{ transaction_id: TransactionId }>(sql`
  select transaction_id from transactions
   where organization_id = ${organizationId} and account_id = ${side.otherAccountId} and transfer_id = ${side.transferId}
     and transaction_id >= ${side.fromId}::uuid and transaction_id < ${side.belowId}::uuid
     and transaction_id <> ${side.transactionId}
   limit 1`);
