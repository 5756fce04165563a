import type { TransactionId } from "../../../kernel/values/ids.ts";
import { entryIdentification } from "../ach/ach-entry.ts";
import { paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";

/** By which a bank that has a payment knows it, as `name:value`, with the names of ISO 20022. */
export function bankReferencesOf(transactionId: TransactionId): readonly string[] {
  const { endToEndId, uetr } = paymentIdentifications(transactionId);
  return [`uetr:${uetr}`, `endToEndId:${endToEndId}`, `endToEndId:${entryIdentification(transactionId)}`];
}
