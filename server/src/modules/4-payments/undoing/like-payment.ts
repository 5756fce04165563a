import type { UndoRow } from "#bank/file-rails";
import { present } from "#kernel/assert.ts";
import type { RecipientId } from "#kernel/values/ids.ts";
import type { LikePayment } from "#payments/approvals";
import type { TransactionRow } from "#payments/payments";

/** An undo needs the approvals of a payment like the one that it undoes. */
export const likeOf = (
  undo: Pick<UndoRow, "account_id" | "amount_minor" | "requester_user_id" | "requester_token_id" | "requested_at">,
  payment: Pick<TransactionRow, "counterparty_id" | "method">,
): LikePayment => ({
  accountId: undo.account_id,
  // The counterparty of a payment that has a method is a recipient.
  recipientId: payment.counterparty_id as RecipientId,
  method: present(payment.method, "what is undone is a payment to a recipient"),
  amountMinor: undo.amount_minor,
  requesterUserId: undo.requester_user_id,
  requesterTokenId: undo.requester_token_id,
  createdAt: undo.requested_at,
});
