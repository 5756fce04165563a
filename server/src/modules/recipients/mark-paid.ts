import type { Tx } from "../../kernel/sql/database.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { updateDatesLastPaid } from "./recipients.queries.ts";

/**
 * Notes when recipients were last paid. In the transaction that posts the payments, after it has locked their balances. An
 * id that names no recipient of the organization (the other account of a transfer) changes nothing.
 */
export async function markRecipientsPaid(
  tx: Tx,
  organizationId: OrganizationId,
  paid: readonly { readonly recipientId: string; readonly at: Date }[],
): Promise<void> {
  if (paid.length > 0) await updateDatesLastPaid(tx, organizationId, paid);
}
