import { paymentNoteProblem } from "bursar-banking/identifiers/payment-text";
import { type Static, Type } from "typebox";
import { assert, present } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { Nullable, object, PaymentAmount, Uuid } from "#kernel/http/schemas.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import {
  type AccountId,
  idAfter,
  instantOf,
  type OrganizationId,
  type RequestId,
  type TokenId,
  type TransactionId,
  type UserId,
} from "#kernel/values/ids.ts";
import { dollarsFromMinor, minorFromDollars } from "#kernel/values/money.ts";
import { type AccountSummary, findAccounts } from "#money/accounts";
import { type Actor, actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { lockBalances, postEntries } from "#records/ledger";
import { refusePayment } from "../payment-refusals.ts";
import { countTowardLimits, refuseBeyondLimits } from "../token-days/token-limits.ts";
import { bankDescriptionOf } from "../transactions/bank-description.ts";
import { type Transaction, TransactionSchema } from "../transactions/transaction.ts";
import { renderNew } from "../transactions/transaction-details.ts";
import { findTransaction } from "../transactions/transactions.queries.ts";
import { recordSettledTransactions } from "./settled-transactions.ts";

/** The body of a transfer (wire contract §4.6). */
export const TransferBodySchema = object(
  {
    sourceAccountId: Uuid("The source account."),
    destinationAccountId: Uuid("The destination account."),
    amount: PaymentAmount("The amount."),
    idempotencyKey: IdempotencyKey,
    note: Type.Optional(
      Nullable(Type.String({ maxLength: 1000, description: "Internal note, on both transactions." })),
    ),
  },
  { title: "TransferRequest" },
);
export type TransferBody = Static<typeof TransferBodySchema>;

/** Both sides; the debit gives the transfer its id (decision R5). */
export const TransferSchema = object(
  { debitTransaction: TransactionSchema, creditTransaction: TransactionSchema },
  { title: "Transfer" },
);
type Transfer = Static<typeof TransferSchema>;

/**
 * Moves money between two accounts of the organization (specification §4, decision R5): two transactions, both `sent`
 * immediately, and one balanced ledger entry, in one commit. Order of checks: shape, same account, the token's limits to
 * an amount and accounts, accounts exist, ledger in doubt, funds, the token's limits per day and month.
 */
export function createTransfer(
  service: Service,
  { caller, body, key }: { caller: Caller; body: TransferBody; key: string | undefined },
): Promise<Answer<Transfer>> {
  const amountMinor = checkTransfer(body);
  // A replay is authorized like a first call (decision P6): the limit may have been lowered since.
  const show = (transfer: Transfer) => {
    refuseBeyondLimits(caller, limitedTransferOf(body, amountMinor));
    return transfer;
  };
  const { organizationId } = caller;
  const instruction = { organizationId, operation: "createInternalTransfer", key, body, show };
  return idempotently<Transfer>(service, instruction, async (tx) => ({
    statusCode: 200,
    body: await transferIn(service, tx, { caller, body, amountMinor }),
  }));
}

/** What is compared with the limits of a token. */
export const limitedTransferOf = (body: TransferBody, amountMinor: bigint) => ({
  amountMinor,
  accountIds: [body.sourceAccountId, body.destinationAccountId],
  recipientId: null,
});

/** The amount of a valid transfer in cents; refuses an invalid one with `invalidRequest`. */
export function checkTransfer(body: TransferBody): bigint {
  const amountMinor = minorFromDollars(body.amount);
  const problems: FieldProblem[] = [];
  if (amountMinor === undefined)
    problems.push({
      path: "amount",
      message: "must be an amount in dollars from 0.01 to 999,999,999.99 with at most two decimals",
    });
  if (body.sourceAccountId.toLowerCase() === body.destinationAccountId.toLowerCase()) {
    problems.push({ path: "destinationAccountId", message: "must be another account than sourceAccountId" });
  }
  const noteFault = body.note ? paymentNoteProblem(body.note) : undefined;
  if (noteFault !== undefined) problems.push({ path: "note", message: noteFault });
  if (problems.length > 0) throw invalidRequest(problems);
  return present(amountMinor, "an instruction without problems has an amount");
}

/** A transfer whose shape is valid. */
interface CheckedTransfer {
  readonly caller: Caller;
  readonly body: TransferBody;
  readonly amountMinor: bigint;
}

/** Makes the transfer for a caller of the API, within the limits of its token. */
async function transferIn(service: Service, tx: Tx, { caller, body, amountMinor }: CheckedTransfer): Promise<Transfer> {
  const { organizationId, tokenId, userId } = caller;
  refuseBeyondLimits(caller, limitedTransferOf(body, amountMinor));
  const { debitId, creditId } = await transferWithin(service, tx, {
    organizationId,
    // UUIDs by their schema; the lookup checks whether they are accounts.
    sourceId: body.sourceAccountId.toLowerCase() as AccountId,
    destinationId: body.destinationAccountId.toLowerCase() as AccountId,
    amountMinor,
    note: body.note || null,
    tokenId,
    userId,
    requestId: null,
    actor: actorOf(caller),
  });
  // After the balances: the token's day is locked last, as in create_payments.
  await countTowardLimits(tx, caller, { amountMinor, at: instantOf(debitId) });
  return {
    debitTransaction: await rendered(service, tx, caller, { id: debitId, amountMinor: -amountMinor }),
    creditTransaction: await rendered(service, tx, caller, { id: creditId, amountMinor }),
  };
}

/** A valid transfer, from any caller. */
export interface TransferToMake {
  readonly organizationId: OrganizationId;
  readonly sourceId: AccountId;
  readonly destinationId: AccountId;
  readonly amountMinor: bigint;
  readonly note: string | null;
  readonly tokenId: TokenId | null;
  readonly userId: UserId | null;
  /** The approval request it comes from. */
  readonly requestId: RequestId | null;
  readonly actor: Actor;
}

/**
 * Makes the transfer in the caller's transaction: entry, both sides, events, audit row. Refuses as createTransfer does.
 */
export async function transferWithin(
  service: Service,
  tx: Tx,
  transfer: TransferToMake,
): Promise<{ debitId: TransactionId; creditId: TransactionId }> {
  const { organizationId, sourceId, destinationId, amountMinor, note, requestId, actor } = transfer;
  const { source, destination } = await findSides(tx, organizationId, { sourceId, destinationId });
  const debitId = service.newId<TransactionId>();
  const creditId = idAfter(debitId);
  await post(tx, organizationId, { debitId, sourceId, destinationId, amountMinor });
  await recordSides(service, tx, { ...transfer, source, destination, debitId, creditId });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "transfer.create",
        resourceType: "transaction",
        resourceId: debitId,
        after: {
          sourceAccountId: sourceId,
          destinationAccountId: destinationId,
          amount: dollarsFromMinor(amountMinor),
          debitTransactionId: debitId,
          creditTransactionId: creditId,
          note,
          ...(requestId === null ? {} : { requestId }),
        },
      },
    ],
  });
  return { debitId, creditId };
}

/** What the ledger needs of a transfer. Cents, positive. */
interface Posting {
  readonly debitId: TransactionId;
  readonly sourceId: AccountId;
  readonly destinationId: AccountId;
  readonly amountMinor: bigint;
}

/** The one balanced entry, or a refusal. */
async function post(
  tx: Tx,
  organizationId: OrganizationId,
  { debitId, sourceId, destinationId, amountMinor }: Posting,
): Promise<void> {
  const balances = await lockBalances(tx, organizationId, [sourceId, destinationId]);
  // Under the lock: an account whose books do not add up may neither pay nor receive (law 8).
  if ([...balances.values()].some((balance) => balance.stopReason !== undefined))
    throw refusePayment("ledgerInDoubt", { headers: { "retry-after": "60" } });

  const at = instantOf(debitId);
  const posted = await postEntries(tx, organizationId, [
    {
      transactionId: debitId,
      effect: "transfer",
      debitAccountId: sourceId,
      creditAccountId: destinationId,
      amountMinor,
      at,
    },
  ]);
  if (!posted.posted) {
    assert(posted.ledgerAccountId === sourceId, "a transfer lacks funds only in the account that pays");
    throw refusePayment("insufficientFunds", {
      details: { availableBalance: posted.availableMinor, amount: amountMinor },
    });
  }
}

/** A transfer with its accounts and the ids of its two transactions. */
interface Sides extends TransferToMake {
  readonly source: AccountSummary;
  readonly destination: AccountSummary;
  readonly debitId: TransactionId;
  readonly creditId: TransactionId;
}

/** The two transactions, `sent` from the start. */
async function recordSides(
  service: Service,
  tx: Tx,
  { source, destination, debitId, creditId, ...transfer }: Sides,
): Promise<void> {
  const shared = {
    kind: source.kind === "treasury" || destination.kind === "treasury" ? "treasuryTransfer" : "internalTransfer",
    note: transfer.note,
    transferId: debitId,
    createdAt: instantOf(debitId),
    tokenId: transfer.tokenId,
    userId: transfer.userId,
    requestId: transfer.requestId,
  };
  // Each side shows the other account as its counterparty.
  const side = (account: AccountSummary, other: AccountSummary) => ({
    accountId: account.accountId,
    counterpartyId: other.accountId,
    counterpartyName: other.name,
    counterpartyNickname: other.nickname,
  });
  await recordSettledTransactions(service, tx, {
    organizationId: transfer.organizationId,
    rows: [
      {
        ...shared,
        ...side(source, destination),
        transactionId: debitId,
        amountMinor: -transfer.amountMinor,
        bankDescription: bankDescriptionOf("transferOut", destination.name),
      },
      {
        ...shared,
        ...side(destination, source),
        transactionId: creditId,
        amountMinor: transfer.amountMinor,
        bankDescription: bankDescriptionOf("transferIn", source.name),
      },
    ],
  });
}

/** One side as the caller sees it. */
async function rendered(
  service: Service,
  tx: Tx,
  caller: Caller,
  { id, amountMinor }: { id: TransactionId; amountMinor: bigint },
): Promise<Transaction> {
  const row = present(await findTransaction(tx, caller.organizationId, id), "the transaction just written is there");
  assert(row.routing_id === null, "a transfer has no bank details");
  assert(row.amount_minor === amountMinor, "each side of a transfer moves the requested amount");
  assert(row.status === "sent" && row.version === 1, "a transfer is sent at once, in its first version");
  return renderNew(service, caller, row);
}

/** Both active accounts of a transfer; refuses with `invalidRequest`, naming the side that is not active. */
export async function findSides(
  tx: Tx,
  organizationId: OrganizationId,
  { sourceId, destinationId }: { sourceId: AccountId; destinationId: AccountId },
) {
  const accounts = await findAccounts(tx, organizationId, [sourceId, destinationId]);
  const find = (id: AccountId) => accounts.find((account) => account.accountId === id && account.status === "active");
  const source = find(sourceId);
  const destination = find(destinationId);
  const missing = "must be the id of an active account; see GET /accounts";
  if (!source || !destination) {
    throw invalidRequest([
      ...(source ? [] : [{ path: "sourceAccountId", message: missing }]),
      ...(destination ? [] : [{ path: "destinationAccountId", message: missing }]),
    ]);
  }
  return { source, destination };
}
