import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import type { ReturnOutcome } from "../transactions/return-rules.ts";
import { insertReturn } from "../transactions/returns.queries.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import { recordSettledTransactions } from "./settled-transactions.ts";

/** A transaction that is undone, and the one that undoes it on the same account. */
export interface Undone {
  readonly of: TransactionRow;
  readonly returnId: TransactionId;
  readonly bankDescription: string;
}

/**
 * Records transactions that undo earlier ones, each with the same counterparty and the opposite amount, and links them.
 * Their ledger entry was posted before. `transferId` joins the two sides of a transfer.
 */
export async function recordReturns(
  service: Service,
  tx: Tx,
  {
    organizationId,
    outcome,
    reason,
    transferId,
    undone,
  }: {
    organizationId: OrganizationId;
    outcome: ReturnOutcome;
    reason: string;
    transferId: TransactionId | null;
    undone: readonly [Undone, ...Undone[]];
  },
): Promise<void> {
  const createdAt = instantOf(undone[0].returnId);
  await recordSettledTransactions(service, tx, {
    organizationId,
    rows: undone.map(({ of, returnId, bankDescription }) => ({
      transactionId: returnId,
      accountId: of.account_id,
      counterpartyId: of.counterparty_id,
      counterpartyName: of.counterparty_name,
      counterpartyNickname: of.counterparty_nickname,
      amountMinor: -of.amount_minor,
      kind: of.kind,
      bankDescription,
      note: reason,
      transferId,
      createdAt,
      tokenId: null,
      undoes: outcome,
    })),
  });
  for (const { of, returnId } of undone)
    await insertReturn(tx, organizationId, {
      transaction_id: of.transaction_id,
      return_id: returnId,
      outcome,
      reason,
      returned_at: createdAt,
    });
}
