import { present } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { findTransactionsById, receiveDeposit, renderNew, type Transaction } from "#payments/payments";
import { actorOf } from "#records/audit";
import type { Caller } from "#records/identity";

export interface SandboxDeposit {
  readonly caller: Caller;
  readonly accountId: string;
  /** US dollars, as in the body. */
  readonly amount: number;
  /** The payer. */
  readonly name: string;
  /** What the payer wrote. */
  readonly memo: string | null;
  readonly key: string | undefined;
}

/** A deposit: a transaction that is `sent` immediately, with its entry, event, and audit row, in one commit. */
export function deposit(
  service: Service,
  { caller, accountId, amount, name, memo, key }: SandboxDeposit,
): Promise<Answer<Transaction>> {
  const amountMinor = minorFromDollars(amount);
  if (amountMinor === undefined)
    throw invalidRequest([
      { path: "amount", message: "must be an amount in dollars from 0.01 to 999,999,999.99 with at most two decimals" },
    ]);
  const instruction = {
    organizationId: caller.organizationId,
    operation: "sandboxDeposit",
    key,
    body: { accountId: accountId.toLowerCase(), amount, name, ...(memo === null ? {} : { memo }) },
  };
  return idempotently<Transaction>(service, instruction, async (tx) => ({
    statusCode: 200,
    body: await depositIn(service, tx, { caller, accountId: accountId.toLowerCase(), amountMinor, name, memo }),
  }));
}

interface CheckedDeposit {
  readonly caller: Caller;
  readonly accountId: string;
  readonly amountMinor: bigint;
  readonly name: string;
  readonly memo: string | null;
}

async function depositIn(
  service: Service,
  tx: Tx,
  { caller, accountId, amountMinor, name, memo }: CheckedDeposit,
): Promise<Transaction> {
  const { organizationId, tokenId } = caller;
  const transactionId = await receiveDeposit(service, tx, {
    organizationId,
    accountId,
    amountMinor,
    name,
    memo,
    tokenId,
    actor: actorOf(caller),
  });
  const written = present(
    (await findTransactionsById(tx, organizationId, [transactionId]))[0],
    "the deposit just written is there",
  );
  return renderNew(service, caller, written);
}
