import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { derivedId } from "#kernel/values/derived-id.ts";
import {
  type AccountId,
  instantOf,
  type OrganizationId,
  type TokenId,
  type TransactionId,
} from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { type Actor, recordAudit } from "#records/audit";
import { postEntries, systemAccountId } from "#records/ledger";
import { bankDescriptionOf } from "../transactions/bank-description.ts";
import type { IncomingKind } from "../transactions/transaction-kinds.ts";
import { recordSettledTransactions } from "./settled-transactions.ts";

/** Money from outside. */
export interface IncomingMoney {
  /** Cents, positive. */
  readonly amountMinor: bigint;
  /** How it arrived; an external transfer by default. */
  readonly kind?: IncomingKind;
  /** The payer. */
  readonly name: string;
  /** As on the account's statement; the payer's name by default. */
  readonly bankDescription?: string;
  /** What the payer wrote, such as an invoice number. */
  readonly memo?: string | null;
}

/** Who receives it, and who reported it: the bank, a token in the sandbox, or the operator. */
interface Receipt {
  readonly organizationId: OrganizationId;
  readonly accountId: string;
  readonly tokenId: TokenId | null;
  readonly actor: Actor;
}

export type Deposit = Receipt & IncomingMoney;
export type Deposits = Receipt & { readonly deposits: readonly IncomingMoney[] };

/** A transaction that is `sent` immediately, with its entry, event, and audit row. Refuses with `resourceNotFound`. */
export async function receiveDeposit(
  service: Service,
  tx: Tx,
  { organizationId, accountId, tokenId, actor, ...deposit }: Deposit,
): Promise<TransactionId> {
  const [id] = await receiveDeposits(service, tx, { organizationId, accountId, tokenId, actor, deposits: [deposit] });
  return present(id, "each deposit is a transaction");
}

/**
 * The same for many deposits of one account, in their order. The balances, which all deposits of the organization need,
 * are changed once for all of them.
 */
export async function receiveDeposits(
  service: Service,
  tx: Tx,
  { organizationId, accountId, tokenId, actor, deposits }: Deposits,
): Promise<readonly TransactionId[]> {
  // A UUID by its schema; the lookup checks whether the account exists.
  const [account] = await findAccounts(tx, organizationId, [accountId as AccountId]);
  if (account?.status !== "active") throw notFound("account");
  const external = await systemAccountId(tx, organizationId, "external");
  const rows = deposits.map((deposit) => {
    const { amountMinor, name, kind = "externalTransfer", memo = null } = deposit;
    const transactionId = service.newId<TransactionId>();
    return {
      transactionId,
      accountId: account.accountId,
      // Payers have no record of their own: the same name is the same counterparty.
      counterpartyId: derivedId("counterparty", organizationId, name),
      counterpartyName: name,
      counterpartyNickname: null,
      amountMinor,
      kind,
      bankDescription: deposit.bankDescription ?? bankDescriptionOf("deposit", name),
      note: null,
      externalMemo: memo,
      transferId: null,
      createdAt: instantOf(transactionId),
      tokenId,
    };
  });
  const result = await postEntries(
    tx,
    organizationId,
    rows.map(({ transactionId, amountMinor, createdAt }) => ({
      transactionId,
      effect: "deposit",
      debitAccountId: external,
      creditAccountId: account.accountId,
      amountMinor,
      at: createdAt,
    })),
  );
  assert(result.posted, "the world outside may go negative");
  await recordSettledTransactions(service, tx, { organizationId, rows });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: rows.map(({ transactionId, amountMinor, counterpartyName }) => ({
      action: "deposit.create",
      resourceType: "transaction",
      resourceId: transactionId,
      after: { accountId: account.accountId, amount: dollarsFromMinor(amountMinor), counterpartyName },
    })),
  });
  return rows.map(({ transactionId }) => transactionId);
}
