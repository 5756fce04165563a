import type { Tx } from "../../kernel/sql/database.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { updateDatesLastPaid } from "./recipients.queries.ts";

/**
 * Records when recipients were last paid, in the transaction that posts the payments, after it has locked their
 * balances. An id that is not a recipient (the other account of a transfer) changes nothing.
 */
export async function markRecipientsPaid(
  tx: Tx,
  organizationId: OrganizationId,
  paid: readonly { readonly recipientId: string; readonly at: Date }[],
): Promise<void> {
  if (paid.length > 0) await updateDatesLastPaid(tx, organizationId, paid);
}
