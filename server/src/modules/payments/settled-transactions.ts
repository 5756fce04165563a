import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { recordTransactionEvents } from "../events/index.ts";
import {
  countTransactions,
  insertSettledRow,
  rememberCounterpartyName,
  type SettledTransaction,
} from "./settled-transactions.queries.ts";

/**
 * Writes transactions that are `sent` from the start, with their one event each. The caller has posted the ledger entries,
 * which locks the accounts, and writes the audit row, in the same transaction.
 */
export async function recordSettledTransactions(
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  { organizationId, rows }: { organizationId: OrganizationId; rows: readonly SettledTransaction[] },
): Promise<void> {
  for (const row of rows) {
    await insertSettledRow(tx, organizationId, row);
    await rememberCounterpartyName(tx, organizationId, row.counterpartyId, row.counterpartyName);
  }
  await countTransactions(tx, organizationId, rows);
  await recordTransactionEvents(service, tx, {
    organizationId,
    changes: rows.map((row) => ({ transactionId: row.transactionId, version: 1, operation: "create" })),
  });
}
