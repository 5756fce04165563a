import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { PaymentAchFields } from "#bank/rails";
import type { AccountId, Id, RecipientId, RequestId, TokenId, TransactionId, UserId } from "#kernel/values/ids.ts";
import type { RuleId } from "../rules/approval-rule.ts";
import type { StoredStatus } from "./request-states.ts";

/**
 * The rows of an approval request and of its reviews. A payment and a transfer share one table and one queue; the
 * members that only one of them has are null in the other, and constraints of the database say the same.
 */

/** What a payment and a transfer have in common. */
interface CommonRow {
  readonly request_id: RequestId;
  readonly account_id: AccountId;
  readonly amount_minor: bigint;
  readonly note: string | null;
  // Both are set if a token made the request: its creator counts as the requester and cannot approve unless
  // the rule allows it (decision S5).
  readonly requester_token_id: TokenId | null;
  readonly requester_user_id: UserId | null;
  readonly created_at: Date;
  readonly status: StoredStatus;
  /** Increases when the terms change. A decision names the version that the user has read. */
  readonly version: number;
  /** The rule of the current terms; null: the built-in rule. */
  readonly rule_id: RuleId | null;
  /** Digest of the current terms (approved-terms.ts). An approval with another digest does not count. */
  readonly terms: Buffer;
  readonly approvers_required: number;
  readonly requester_may_approve: boolean;
  /** Why the last attempt to pay it failed; only while it is open. */
  readonly problem: string | null;
  /** The instant of `send_on`: 06:00 New York on that day or on the next banking day. */
  readonly due_at: Date | null;
  readonly send_on: string | null;
  /** The batch with which it is decided; null: alone. */
  readonly batch_id: BatchId | null;
  /** The program through which an agent made it (ADR 0128); null: no agent did. */
  readonly via: string | null;
  /** Set exactly when it is paid; for a transfer, the debit. */
  readonly transaction_id: TransactionId | null;
  /** An approver's question, for which it was sent back: all three are set until the question is settled. */
  readonly question_id: QuestionId | null;
  readonly asked_by: UserId | null;
  readonly asked_at: Date | null;
}

/** The comment that asks it (modules/6-desk/comments). */
/** A batch that the request belongs to. */
export type BatchId = Id<"approvalBatch">;
export type QuestionId = Id<"comment">;

/** A request for a payment to a recipient. */
export interface PaymentRequestRow extends CommonRow {
  readonly kind: "payment";
  readonly recipient_id: RecipientId;
  readonly destination_account_id: null;
  readonly method: PaymentMethod;
  readonly external_memo: string | null;
  readonly purpose: string | null;
  readonly charge_type: ChargeType | null;
  /** What ACH files say about the payment, and when it settles; null: what its recipient or connection says. */
  readonly ach_fields: PaymentAchFields | null;
}

/** A request for a transfer between two accounts of the organization. */
export interface TransferRequestRow extends CommonRow {
  readonly kind: "transfer";
  readonly recipient_id: null;
  readonly destination_account_id: AccountId;
  readonly method: null;
  readonly external_memo: null;
  readonly purpose: null;
  readonly charge_type: null;
  readonly ach_fields: null;
}

export type RequestRow = PaymentRequestRow | TransferRequestRow;

/** Who bears the fees of an international wire (wire contract §2.6). */
export const chargeTypes = ["ours", "shared"] as const;
export type ChargeType = (typeof chargeTypes)[number];

/** One user's approval or rejection. Reviews are never deleted: when they no longer count, they are void. */
export interface ReviewRow {
  readonly review_id: string;
  readonly request_id: RequestId;
  readonly reviewer_user_id: UserId;
  readonly decision: "approved" | "rejected";
  readonly reason: string | null;
  /** The digest of the terms that the user decided on. */
  readonly terms: Buffer;
  readonly reviewed_at: Date;
}
