import type { RecipientInUse } from "#money/recipients";
import { hasPendingPayment } from "#payments/payments";
import { hasOpenRequest } from "./approval-requests.queries.ts";

/**
 * Whether a payment or an open request still needs the recipient, which then cannot be deleted (decision R1).
 * Recipients receive this function, because they are below payments and approvals.
 */
export const isRecipientInUse: RecipientInUse = async (tx, organizationId, { recipientId, from }) =>
  (await hasPendingPayment(tx, organizationId, { recipientId, from })) ||
  (await hasOpenRequest(tx, organizationId, recipientId));
