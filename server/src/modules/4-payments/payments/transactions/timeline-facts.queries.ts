import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TokenId, TransactionId, UserId } from "#kernel/values/ids.ts";
import type { ScreeningResult } from "../states/screening-result.ts";
import type { SubmissionState } from "../states/submission-states.ts";

/** What is known about a transaction in addition to its row: who made it, and its submission to the bank. */
export interface TransactionFacts {
  readonly created_by_token: TokenId | null;
  readonly created_by_user: UserId | null;
  readonly transfer_id: TransactionId | null;
  /** Null while the payment waits for its time, and if it is not a payment. */
  readonly submission_state: SubmissionState | null;
  readonly hand_over_at: Date | null;
  readonly submitted_at: Date | null;
  /** What screening said last, since when, and when; null if nothing screened it. */
  readonly screening: ScreeningResult | null;
  readonly screening_since: Date | null;
}

/** The facts of one transaction of the organization. */
export const findTransactionFacts = (db: Queryable, organizationId: OrganizationId, transactionId: string) =>
  db.one<TransactionFacts>(sql`
  select t.created_by_token, t.created_by_user, t.transfer_id, s.state as submission_state, s.hand_over_at, s.submitted_at,
         p.result as screening, p.since as screening_since
    from transactions t
    left join screened_payments p on p.organization_id = t.organization_id and p.transaction_id = t.transaction_id
    left join rail_submissions s on s.organization_id = t.organization_id and s.transaction_id = t.transaction_id
   where t.organization_id = ${organizationId} and t.transaction_id = ${transactionId}`);

/**
 * The counterpart of a transfer: a transaction of the other account at the same instant, found among that account's
 * rows of that time.
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
