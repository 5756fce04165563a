import { assert, present } from "#kernel/assert.ts";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { firstIdAt, idAfter, instantOf, type OrganizationId, type TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import { lockBalances, postEntries } from "#records/ledger";
import { refusePayment } from "../payment-refusals.ts";
import { bankDescriptionOf } from "../transactions/bank-description.ts";
import type { ReturnOutcome } from "../transactions/return-rules.ts";
import { findReturnLinks } from "../transactions/returns.queries.ts";
import { findOtherSide, findTransactionFacts } from "../transactions/timeline-facts.queries.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import { findTransaction } from "../transactions/transactions.queries.ts";
import { recordReturns, type Undone } from "./record-returns.ts";

export interface TransferReturn {
  readonly organizationId: OrganizationId;
  /** Either side of a treasury transfer. */
  readonly side: TransactionRow;
  readonly outcome: ReturnOutcome;
  readonly reason: string;
  readonly actor: Actor;
}

/**
 * The custodian rejects a treasury transfer or sends it back: the same amount goes the other way, in one entry and two
 * transactions, each linked with the side that it undoes. Returns the one on the side's account. Refuses with
 * `alreadyReturned`, `ledgerInDoubt`, or `insufficientFunds`.
 */
export async function returnTransfer(
  service: Service,
  tx: Tx,
  { organizationId, side, outcome, reason, actor }: TransferReturn,
): Promise<TransactionId> {
  const other = await otherSideOf(tx, organizationId, side);
  const [paid, received] = side.amount_minor < 0n ? [side, other] : [other, side];
  assert(paid.amount_minor === -received.amount_minor, "both sides of a transfer have one amount");
  const debitId = service.newId<TransactionId>();
  const creditId = idAfter(debitId);
  await post(tx, organizationId, { debitId, paid, received });
  await recordReturns(service, tx, {
    organizationId,
    outcome,
    reason,
    transferId: debitId,
    undone: [undoneBy(debitId, received, outcome), undoneBy(creditId, paid, outcome)],
  });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: outcome === "failed" ? "transfer.fail" : "transfer.return",
        resourceType: "transaction",
        resourceId: debitId,
        after: {
          returnedTransactionId: paid.transaction_id,
          sourceAccountId: received.account_id,
          destinationAccountId: paid.account_id,
          amount: dollarsFromMinor(received.amount_minor),
          reason,
        },
      },
    ],
  });
  return side === received ? debitId : creditId;
}

const undoneBy = (returnId: TransactionId, of: TransactionRow, outcome: ReturnOutcome): Undone => ({
  of,
  returnId,
  bankDescription: bankDescriptionOf(
    of.amount_minor < 0n ? `${outcome}TransferOut` : `${outcome}TransferIn`,
    of.counterparty_name,
  ),
});

async function otherSideOf(tx: Tx, organizationId: OrganizationId, side: TransactionRow): Promise<TransactionRow> {
  const { transfer_id: transferId } = await findTransactionFacts(tx, organizationId, side.transaction_id);
  const found = await findOtherSide(tx, organizationId, {
    transactionId: side.transaction_id,
    transferId: present(transferId, "a transfer has an id"),
    otherAccountId: side.counterparty_id,
    fromId: firstIdAt(plusMs(side.created_at, -SECOND_MS)),
    belowId: firstIdAt(plusMs(side.created_at, SECOND_MS)),
  });
  const id = present(found, "a transfer has two sides").transaction_id;
  return present(await findTransaction(tx, organizationId, id), "a side that was found is there");
}

/** The way back: what was received is paid, and what was paid is received. */
interface WayBack {
  readonly debitId: TransactionId;
  readonly paid: TransactionRow;
  readonly received: TransactionRow;
}

async function post(tx: Tx, organizationId: OrganizationId, { debitId, paid, received }: WayBack): Promise<void> {
  const balances = await lockBalances(tx, organizationId, [paid.account_id, received.account_id]);
  // Under the lock: two returns of the same transfer wait for each other.
  const [earlier] = await findReturnLinks(tx, organizationId, [paid.transaction_id]);
  if (earlier !== undefined) throw refusePayment("alreadyReturned", { details: { returnId: earlier.return_id } });
  if ([...balances.values()].some(({ stopReason }) => stopReason !== undefined))
    throw refusePayment("ledgerInDoubt", { headers: { "retry-after": "60" } });
  const result = await postEntries(tx, organizationId, [
    {
      transactionId: debitId,
      effect: "transfer",
      debitAccountId: received.account_id,
      creditAccountId: paid.account_id,
      amountMinor: received.amount_minor,
      at: instantOf(debitId),
    },
  ]);
  if (!result.posted)
    throw refusePayment("insufficientFunds", {
      details: { availableBalance: result.availableMinor, amount: received.amount_minor },
    });
}
