import { present } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { instantOf, type OrganizationId, type TransactionId } from "../../../kernel/values/ids.ts";
import { dollarsFromMinor } from "../../../kernel/values/money.ts";
import { type Actor, recordAudit } from "../../audit/index.ts";
import { postEntries, systemAccountId } from "../../ledger/index.ts";
import { bankDescriptionOf } from "../send/bank-description.ts";
import { findTransactionsById } from "../transactions/transactions.queries.ts";
import { recordSettledTransactions } from "./settled-transactions.ts";

/**
 * The payer's bank takes a deposit back: a transaction of its own, as on a bank statement, `sent` immediately. Undefined,
 * with nothing written, while the account does not hold the amount.
 */
export async function returnDeposit(
  service: Service,
  tx: Tx,
  {
    organizationId,
    depositId,
    reason,
    actor,
  }: { organizationId: OrganizationId; depositId: TransactionId; reason: string; actor: Actor },
): Promise<TransactionId | undefined> {
  const deposit = present((await findTransactionsById(tx, organizationId, [depositId]))[0], "the deposit exists");
  const transactionId = service.newId<TransactionId>();
  const createdAt = instantOf(transactionId);
  const { account_id: accountId, amount_minor: amountMinor, counterparty_name: name } = deposit;
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
    counterpartyId: deposit.counterparty_id,
    counterpartyName: name,
    counterpartyNickname: null,
    amountMinor: -amountMinor,
    kind: "externalTransfer",
    bankDescription: bankDescriptionOf("returnedDeposit", name),
    note: reason,
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
        action: "deposit.return",
        resourceType: "transaction",
        resourceId: transactionId,
        after: { depositId, accountId, amount: -dollarsFromMinor(amountMinor), reason },
      },
    ],
  });
  return transactionId;
}
