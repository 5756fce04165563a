import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { appendOutbox } from "#kernel/work/outbox.ts";
import { type Actor, recordAudit } from "#records/audit";
import { lockBalances, postEntries, systemAccountId } from "#records/ledger";
import { bankDescriptionOf } from "../transactions/bank-description.ts";
import { findReturnLinks } from "../transactions/returns.queries.ts";
import { isIncomingKind } from "../transactions/transaction-kinds.ts";
import { findTransactionsById } from "../transactions/transactions.queries.ts";
import { recordReturns } from "./record-returns.ts";

interface DepositReturn {
  readonly organizationId: OrganizationId;
  readonly depositId: TransactionId;
  readonly reason: string;
  readonly actor: Actor;
}

/**
 * The payer's bank takes a deposit back: a transaction of its own, as on a bank statement, `sent` immediately. A
 * deposit is returned once; again, its return is the answer. Undefined, with nothing written, while the account does
 * not hold the amount. The outbox informs modules/4-payments/invoicing.
 */
export async function returnDeposit(
  service: Service,
  tx: Tx,
  { organizationId, depositId, reason, actor }: DepositReturn,
): Promise<TransactionId | undefined> {
  const deposit = present((await findTransactionsById(tx, organizationId, [depositId]))[0], "the deposit exists");
  assert(isIncomingKind(deposit.kind) && deposit.amount_minor > 0n, "only a deposit can be taken back");
  const { account_id: accountId, amount_minor: amountMinor } = deposit;
  const external = await systemAccountId(tx, organizationId, "external");
  // Under the lock: two returns of the same deposit wait for each other.
  await lockBalances(tx, organizationId, [accountId, external]);
  const [earlier] = await findReturnLinks(tx, organizationId, [depositId]);
  if (earlier !== undefined) return earlier.return_id;
  const transactionId = service.newId<TransactionId>();
  const result = await postEntries(tx, organizationId, [
    {
      transactionId,
      effect: "transfer",
      debitAccountId: accountId,
      creditAccountId: external,
      amountMinor,
      at: instantOf(transactionId),
    },
  ]);
  if (!result.posted) return undefined;
  const bankDescription = bankDescriptionOf("returnedDeposit", deposit.counterparty_name);
  await recordReturns(service, tx, {
    organizationId,
    outcome: "returned",
    reason,
    transferId: null,
    undone: [{ of: deposit, returnId: transactionId, bankDescription }],
  });
  await appendOutbox(tx, organizationId, "incoming", [transactionId]);
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
