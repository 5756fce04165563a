import type { PaymentMethod } from "../../../banking/identifiers/payment-method.ts";
import type { AccountId, RecipientId, RequestId, TokenId, TransactionId, UserId } from "../../../kernel/values/ids.ts";
import type { RuleId } from "../rules/approval-rule.ts";
import type { StoredStatus } from "./request-states.ts";

interface CommonRow {
  readonly request_id: RequestId;
  readonly account_id: AccountId;
  readonly amount_minor: bigint;
  readonly note: string | null;
  readonly requester_token_id: TokenId | null;
  readonly requester_user_id: UserId | null;
  readonly created_at: Date;
  readonly status: StoredStatus;
  readonly version: number;
  readonly rule_id: RuleId | null;
  readonly terms: Buffer;
  readonly approvers_required: number;
  readonly requester_may_approve: boolean;
  readonly problem: string | null;
  readonly due_at: Date | null;
  readonly send_on: string | null;
  readonly transaction_id: TransactionId | null;
}

export interface PaymentRequestRow extends CommonRow {
  readonly kind: "payment";
  readonly recipient_id: RecipientId;
  readonly destination_account_id: null;
  readonly method: PaymentMethod;
  readonly external_memo: string | null;
  readonly purpose: string | null;
  readonly charge_type: ChargeType | null;
}

export interface TransferRequestRow extends CommonRow {
  readonly kind: "transfer";
  readonly recipient_id: null;
  readonly destination_account_id: AccountId;
  readonly method: null;
  readonly external_memo: null;
  readonly purpose: null;
  readonly charge_type: null;
}

export type RequestRow = PaymentRequestRow | TransferRequestRow;

/** Who bears the fees of an international wire (wire contract §2.6). */
export const chargeTypes = ["ours", "shared"] as const;
export type ChargeType = (typeof chargeTypes)[number];

export interface ReviewRow {
  readonly review_id: string;
  readonly request_id: RequestId;
  readonly reviewer_user_id: UserId;
  readonly decision: "approved" | "rejected";
  readonly reason: string | null;
  readonly terms: Buffer;
  readonly reviewed_at: Date;
}
