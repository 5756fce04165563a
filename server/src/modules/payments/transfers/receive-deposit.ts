import { assert } from "../../../kernel/assert.ts";
import { notFound } from "../../../kernel/http/http-refusals.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { derivedId } from "../../../kernel/values/derived-id.ts";
import {
  type AccountId,
  instantOf,
  type OrganizationId,
  type TokenId,
  type TransactionId,
} from "../../../kernel/values/ids.ts";
import { dollarsFromMinor } from "../../../kernel/values/money.ts";
import { findAccounts } from "../../accounts/index.ts";
import { type Actor, recordAudit } from "../../audit/index.ts";
import { postEntries, systemAccountId } from "../../ledger/index.ts";
import { bankDescriptionOf } from "../send/bank-description.ts";
import type { IncomingKind } from "../transactions/transaction-kinds.ts";
import { recordSettledTransactions } from "./settled-transactions.ts";

/** Money from outside, reported by the bank, by a token in the sandbox, or by the operator. */
export interface Deposit {
  readonly organizationId: OrganizationId;
  readonly accountId: string;
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
  readonly tokenId: TokenId | null;
  readonly actor: Actor;
}

/** A transaction that is `sent` immediately, with its entry, event, and audit row. Refuses with `resourceNotFound`. */
export async function receiveDeposit(
  service: Service,
  tx: Tx,
  {
    organizationId,
    accountId,
    amountMinor,
    kind = "externalTransfer",
    name,
    bankDescription = bankDescriptionOf("deposit", name),
    memo = null,
    tokenId,
    actor,
  }: Deposit,
): Promise<TransactionId> {
  // A UUID by its schema; the lookup checks whether the account exists.
  const [account] = await findAccounts(tx, organizationId, [accountId as AccountId]);
  if (account?.status !== "active") throw notFound("account");
  const transactionId = service.newId<TransactionId>();
  const createdAt = instantOf(transactionId);
  const external = await systemAccountId(tx, organizationId, "external");
  const entry = {
    transactionId,
    effect: "deposit",
    debitAccountId: external,
    creditAccountId: account.accountId,
    amountMinor,
    at: createdAt,
  } as const;
  const result = await postEntries(tx, organizationId, [entry]);
  assert(result.posted, "the world outside may go negative");
  const row = {
    transactionId,
    accountId: account.accountId,
    // Payers have no record of their own: the same name is the same counterparty.
    counterpartyId: derivedId("counterparty", organizationId, name),
    counterpartyName: name,
    counterpartyNickname: null,
    amountMinor,
    kind,
    bankDescription,
    note: null,
    externalMemo: memo,
    transferId: null,
    createdAt,
    tokenId,
  };
  await recordSettledTransactions(service, tx, { organizationId, rows: [row] });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "deposit.create",
        resourceType: "transaction",
        resourceId: transactionId,
        after: { accountId: account.accountId, amount: dollarsFromMinor(amountMinor), counterpartyName: name },
      },
    ],
  });
  return transactionId;
}
