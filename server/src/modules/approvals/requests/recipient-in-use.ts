import { hasPendingPayment } from "../../payments/index.ts";
import type { RecipientInUse } from "../../recipients/index.ts";
import { hasOpenRequest } from "./approval-requests.queries.ts";

export const isRecipientInUse: RecipientInUse = async (tx, organizationId, { recipientId, from }) =>
  (await hasPendingPayment(tx, organizationId, { recipientId, from })) ||
  (await hasOpenRequest(tx, organizationId, recipientId));
