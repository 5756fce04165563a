import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { provenAmong, updateDatesLastPaid, updateFirstPaid } from "./recipients.queries.ts";

/**
 * Records when recipients were last paid, in the transaction that posts the payments, after it has locked their
 * balances. An id that is not a recipient (the other account of a transfer) changes nothing. A recipient that was changed
 * outside the service must not stop settlement: it keeps its row, and is reported.
 */
export async function markRecipientsPaid(
  tx: Tx,
  organizationId: OrganizationId,
  paid: readonly { readonly recipientId: string; readonly at: Date }[],
): Promise<void> {
  if (paid.length === 0) return;
  const first = await updateDatesLastPaid(tx, organizationId, paid);
  if (first.length === 0) return;
  const ids = first.map((row) => row.recipient_id);
  const proven = new Set((await provenAmong(tx, organizationId, ids)).map((row) => row.recipient_id));
  const changed = first.filter((row) => proven.has(row.recipient_id));
  if (changed.length > 0) await updateFirstPaid(tx, organizationId, changed);
}
