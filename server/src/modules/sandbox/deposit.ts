import { assert, present } from "../../kernel/assert.ts";
import { derivedId } from "../../kernel/derived-id.ts";
import type { Caller } from "../../kernel/http/caller.ts";
import { invalidRequest } from "../../kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "../../kernel/idempotency/idempotently.ts";
import { type AccountId, instantOf, type OrganizationId, type TokenId, type TransactionId } from "../../kernel/ids.ts";
import { dollarsFromMinor, minorFromDollars } from "../../kernel/money.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { findAccounts } from "../accounts/index.ts";
import { type Actor, actorOf, recordAudit } from "../audit/index.ts";
import { postEntries, systemAccountId } from "../ledger/index.ts";
import { findTransactionsById, recordSettledTransactions, renderOne, type Transaction } from "../payments/index.ts";
import { refuseSandbox } from "./sandbox-refusals.ts";

export interface Deposit {
  readonly caller: Caller;
  readonly accountId: string;
  /** US dollars, as in the body. */
  readonly amount: number;
  /** Who pays. */
  readonly name: string;
  readonly key: string | undefined;
}

/** Money arrives from outside: a transaction that is `sent` at once, its entry, event and audit row, in one commit. */
export function deposit(
  service: Service,
  { caller, accountId, amount, name, key }: Deposit,
): Promise<Answer<Transaction>> {
  const amountMinor = minorFromDollars(amount);
  if (amountMinor === undefined)
    throw invalidRequest([
      { path: "amount", message: "must be dollars from 0.01 to 999,999,999.99 with at most two decimals" },
    ]);
  const instruction = {
    organizationId: caller.organizationId,
    operation: "sandboxDeposit",
    key,
    body: { accountId: accountId.toLowerCase(), amount, name },
  };
  return idempotently<Transaction>(service, instruction, async (tx) => ({
    statusCode: 200,
    body: await depositIn(service, tx, { caller, accountId: accountId.toLowerCase(), amountMinor, name }),
  }));
}

interface CheckedDeposit {
  readonly caller: Caller;
  readonly accountId: string;
  readonly amountMinor: bigint;
  readonly name: string;
}

async function depositIn(
  service: Service,
  tx: Tx,
  { caller, accountId, amountMinor, name }: CheckedDeposit,
): Promise<Transaction> {
  const { organizationId, tokenId } = caller;
  const transactionId = await receiveDeposit(service, tx, {
    organizationId,
    accountId,
    amountMinor,
    name,
    tokenId,
    actor: actorOf(caller),
  });
  const written = present(
    (await findTransactionsById(tx, organizationId, [transactionId]))[0],
    "the deposit just written is there",
  );
  return renderOne(service, caller, written);
}

/** Money that arrives, whoever makes it arrive: a token through the route, or the operator. */
export interface Arrival {
  readonly organizationId: OrganizationId;
  readonly accountId: string;
  /** Cents, positive. */
  readonly amountMinor: bigint;
  readonly name: string;
  readonly tokenId: TokenId | null;
  readonly actor: Actor;
}

/** The transaction, its entry, event and audit row. Refuses with `accountNotFound`. */
export async function receiveDeposit(
  service: Service,
  tx: Tx,
  { organizationId, accountId, amountMinor, name, tokenId, actor }: Arrival,
): Promise<TransactionId> {
  // A uuid by its schema; the look-up finds out whether it names an account.
  const [account] = await findAccounts(tx, organizationId, [accountId as AccountId]);
  if (account?.status !== "active") throw refuseSandbox("accountNotFound");
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
    counterpartyId: derivedId("counterparty", organizationId, name),
    counterpartyName: name,
    counterpartyNickname: null,
    amountMinor,
    kind: "externalTransfer",
    bankDescription: `Deposit from ${name}`,
    note: null,
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
