import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import { type AccountId, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import { postEntries, systemAccountId } from "#records/ledger";
import type { TransactionKind } from "../transactions/transaction-kinds.ts";
import { recordSettledTransactions } from "./settled-transactions.ts";

/** What the bank took from an account without an order: its fees, and debits by others. */
export interface Debit {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  /** Cents, positive. */
  readonly amountMinor: bigint;
  /** Who took it. */
  readonly name: string;
  /** The bank's words. */
  readonly bankDescription: string;
  readonly memo: string | null;
  readonly actor: Actor;
}

/**
 * A transaction of kind `other` that is `sent` immediately, with its entry, event, and audit row. Undefined, with
 * nothing written, while the account does not hold the amount.
 */
export async function recordDebit(
  service: Service,
  tx: Tx,
  { organizationId, accountId, amountMinor, name, bankDescription, memo, actor }: Debit,
): Promise<TransactionId | undefined> {
  const transactionId = service.newId<TransactionId>();
  const createdAt = instantOf(transactionId);
  const result = await postEntries(tx, organizationId, [
    {
      transactionId,
      effect: "transfer",
      debitAccountId: accountId,
      creditAccountId: await systemAccountId(tx, organizationId, "external"),
      amountMinor,
      at: createdAt,
    },
  ]);
  if (!result.posted) return undefined;
  const row = {
    transactionId,
    accountId,
    // As with deposits: the same name is the same counterparty.
    counterpartyId: derivedId("counterparty", organizationId, name),
    counterpartyName: name,
    counterpartyNickname: null,
    amountMinor: -amountMinor,
    kind: "other" satisfies TransactionKind,
    bankDescription,
    note: null,
    externalMemo: memo,
    transferId: null,
    createdAt,
    tokenId: null,
  };
  await recordSettledTransactions(service, tx, { organizationId, rows: [row] });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "debit.create",
        resourceType: "transaction",
        resourceId: transactionId,
        after: { accountId, amount: -dollarsFromMinor(amountMinor), counterpartyName: name },
      },
    ],
  });
  return transactionId;
}
