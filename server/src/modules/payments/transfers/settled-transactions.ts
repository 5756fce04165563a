import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { recordTransactionEvents } from "../../events/index.ts";
import { rememberCounterpartyNames } from "../../recipients/index.ts";
import { countTransactions, insertSettledRow, type SettledTransaction } from "./settled-transactions.queries.ts";

export interface SettledTransactions {
  readonly organizationId: OrganizationId;
  readonly rows: readonly SettledTransaction[];
  /** Their events have the timestamps of their creation instead of now, for a backfill. */
  readonly ofThePast?: boolean;
}

/**
 * Writes transactions that are `sent` from the start, with one event each. In the same transaction, the caller has
 * posted the ledger entries, which locks the accounts, and writes the audit row.
 */
export async function recordSettledTransactions(
  service: Pick<Service, "clock" | "newId">,
  tx: Tx,
  { organizationId, rows, ofThePast = false }: SettledTransactions,
): Promise<void> {
  for (const row of rows) {
    await insertSettledRow(tx, organizationId, row);
    const names = [row.counterpartyName, row.counterpartyNickname ?? []].flat();
    await rememberCounterpartyNames(tx, organizationId, row.counterpartyId, names);
  }
  await countTransactions(tx, organizationId, rows);
  await recordTransactionEvents(service, tx, {
    organizationId,
    changes: rows.map(({ transactionId, createdAt }) => ({
      transactionId,
      version: 1,
      operation: "create",
      ...(ofThePast ? { at: createdAt } : {}),
    })),
  });
}
