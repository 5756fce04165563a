import { filedAmong } from "#bank/exchange";
import { type Reporting, reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";

/**
 * Of these payments, those that no file contains. Only they may fail by a decision of ours: the bank may have paid the
 * others, whatever their rows say by now. Those are reported, and wait for the bank's answer.
 */
export async function unsentAmong(
  reporting: Reporting,
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly TransactionId[],
): Promise<ReadonlySet<TransactionId>> {
  const unsent = new Set(ids);
  if (ids.length === 0) return unsent;
  for (const { transaction_id: key } of await filedAmong(tx, organizationId, ids)) {
    unsent.delete(key);
    reportUnproven(reporting, { organizationId, table: "bank_orders", key });
  }
  return unsent;
}
