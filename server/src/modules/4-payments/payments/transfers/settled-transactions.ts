import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { instantOf, type OrganizationId } from "#kernel/values/ids.ts";
import { appendOutbox } from "#kernel/work/outbox.ts";
import { rememberCounterpartyNames } from "#money/recipients";
import { recordMovements } from "#money/treasury";
import { recordTransactionEvents } from "#records/events";
import { countSettled } from "../days/account-days.queries.ts";
import { isTransferKind } from "../spending/counted.ts";
import { isSearchable } from "../transactions/bank-description.ts";
import { isIncomingKind } from "../transactions/transaction-kinds.ts";
import { insertSettledRows, type SettledTransaction } from "./settled-transactions.queries.ts";

/** Transactions of one organization to write together. */
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
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, rows, ofThePast = false }: SettledTransactions,
): Promise<void> {
  assertSettled(rows);
  await insertSettledRows(tx, organizationId, rows);
  await rememberCounterpartyNames(
    tx,
    organizationId,
    rows.map(({ counterpartyId, counterpartyName, counterpartyNickname }) => ({
      counterpartyId,
      names: [counterpartyName, counterpartyNickname ?? []].flat(),
    })),
  );
  await countSettled(
    tx,
    organizationId,
    rows.map((row) => ({ ...row, at: instantOf(row.transactionId), isTransfer: isTransferKind(row.kind) })),
  );
  await recordMovements(service, tx, organizationId, rows);
  await appendOutbox(
    tx,
    organizationId,
    "incoming",
    rows.filter(isIncoming).map(({ transactionId }) => transactionId),
  );
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

/** Money from outside, which may pay an invoice (modules/4-payments/invoicing). */
const isIncoming = ({ amountMinor, kind }: SettledTransaction): boolean => amountMinor > 0n && isIncomingKind(kind);

/** A transfer is complete and balanced before any of its rows is written. */
function assertSettled(rows: readonly SettledTransaction[]): void {
  for (const row of rows) {
    const created = instantOf(row.transactionId).getTime();
    assert(created === row.createdAt.getTime(), "a transaction's id carries its time of creation");
    assert(isSearchable(row), "a description begins as searches expect");
  }
  const sides = rows.filter((row) => row.transferId !== null);
  for (const [transferId, ofOne] of Map.groupBy(sides, (row) => row.transferId)) {
    assert(ofOne.length === 2, "a transfer has two sides");
    assert(ofOne.reduce((sum, row) => sum + row.amountMinor, 0n) === 0n, "the two sides of a transfer sum to zero");
    const debit = ofOne.find((row) => row.amountMinor < 0n);
    assert(debit?.transactionId === transferId, "a transfer has the id of the side that pays");
  }
}
