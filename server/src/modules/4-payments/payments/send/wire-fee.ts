import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { instantOf, type OrganizationId, type TransactionId, type UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { rememberCounterpartyNames } from "#money/recipients";
import { type Actor, recordAudit } from "#records/audit";
import { lockBalances, postEntries, systemAccountId } from "#records/ledger";
import { refusePayment } from "../payment-refusals.ts";
import { bankDescriptionOf } from "../transactions/bank-description.ts";
import { recordSettledTransactions } from "../transfers/settled-transactions.ts";
import type { PreparedPayment } from "./payment.ts";
import { linkFee } from "./wire-fee.queries.ts";

/** The fee of one payment. Cents, positive. */
export interface WireFee {
  readonly organizationId: OrganizationId;
  /** A payment made in this transaction. */
  readonly payment: PreparedPayment;
  readonly counterpartyName: string;
  readonly feeMinor: bigint;
  readonly userId: UserId;
  readonly actor: Actor;
}

/**
 * Takes the locks of a payment with a fee, before the payment is made: all code locks balances in id order, and making
 * the payment locks its account.
 */
export async function lockForFee(
  tx: Tx,
  organizationId: OrganizationId,
  { accountId }: Pick<PreparedPayment, "accountId">,
): Promise<void> {
  await lockBalances(tx, organizationId, [accountId, await systemAccountId(tx, organizationId, "external")]);
}

/**
 * Charges the fee of a payment as a separate transaction, `sent` immediately (decision S9), in the transaction that
 * makes the payment. Refuses with `insufficientFunds` if the remaining balance does not cover it.
 */
export async function chargeWireFee(
  service: Service,
  tx: Tx,
  { organizationId, payment, counterpartyName, feeMinor, userId, actor }: WireFee,
): Promise<TransactionId> {
  assert(payment.organizationId === organizationId, "a fee is charged in the organization of its payment");
  const feeId = service.newId<TransactionId>();
  const at = instantOf(feeId);
  const { accountId, transactionId } = payment;
  const external = await systemAccountId(tx, organizationId, "external");
  const posted = await postEntries(tx, organizationId, [
    {
      transactionId: feeId,
      effect: "transfer",
      debitAccountId: accountId,
      creditAccountId: external,
      amountMinor: feeMinor,
      at,
    },
  ]);
  if (!posted.posted) {
    assert(posted.ledgerAccountId === accountId, "a fee lacks funds only in the account that pays");
    const { amountMinor: amount } = payment;
    // The payment holds its amount already; the refusal quotes the balance before both.
    const availableBalance = posted.availableMinor + amount;
    throw refusePayment("insufficientFunds", { details: { availableBalance, amount, fee: feeMinor } });
  }
  await recordSettledTransactions(service, tx, {
    organizationId,
    rows: [
      {
        transactionId: feeId,
        accountId,
        counterpartyId: external,
        counterpartyName: "Wire fee",
        counterpartyNickname: null,
        amountMinor: -feeMinor,
        kind: "wireFee",
        bankDescription: bankDescriptionOf("wireFee", counterpartyName),
        note: null,
        transferId: null,
        createdAt: at,
        tokenId: null,
        userId,
      },
    ],
  });
  // Its description names the recipient, so a search for the name also finds the fee.
  await rememberCounterpartyNames(tx, organizationId, [{ counterpartyId: external, names: [counterpartyName] }]);
  const linked = await linkFee(tx, organizationId, { paymentId: transactionId, feeId });
  assert(linked === 2, "a fee and its payment name each other");
  await recordAudit(service, tx, {
    organizationId,
    actor: { ...actor, type: "user", id: userId },
    entries: [
      {
        action: "transaction.chargeFee",
        resourceType: "transaction",
        resourceId: feeId,
        after: { accountId, amount: dollarsFromMinor(feeMinor), feeFor: transactionId },
      },
    ],
  });
  return feeId;
}
