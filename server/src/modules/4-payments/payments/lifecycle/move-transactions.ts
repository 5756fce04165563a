import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { noteSteps } from "#kernel/telemetry/spans.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { appendOutbox } from "#kernel/work/outbox.ts";
import { depositsAmong, failDeposits, markRecipientsPaid } from "#money/recipients";
import { type Actor, recordAudit } from "#records/audit";
import { recordTransactionEvents } from "#records/events";
import { sendsRemittanceAdvice } from "#records/identity";
import { type LedgerAccountId, lockBalances, type NewEntry, postEntries, systemAccountId } from "#records/ledger";
import { countMoves } from "../days/count-moves.ts";
import { uncount } from "../spending/spending-sums.ts";
import { moveFrom, type TransactionStatus, type Trigger } from "../states/transaction-states.ts";
import {
  type FeeFacts,
  feeFacts,
  insertExceptions,
  type LockedStateRow,
  lockStates,
  type PaymentFacts,
  paymentFacts,
  type StateChange,
  updateStates,
} from "./move-transactions.queries.ts";

/** An event that may move a payment, depending on the payment's status. */
export interface RequestedMove {
  readonly transactionId: TransactionId;
  readonly trigger: Trigger;
  /** When it happened: becomes `postedAt` or `failedAt`, unless a statement covers that time (`dateOf`). */
  readonly at: Date;
  /** The network's reason code. */
  readonly code?: string;
  /** Why it failed, as a message for users; required for reject, block, and return. */
  readonly reason?: string;
  readonly trackingNumber?: string;
  readonly checkNumber?: string;
}

export interface MoveTransactions {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  /** At most one per transaction. */
  readonly moves: readonly RequestedMove[];
  /** Events and audit rows have the original timestamps instead of now, for a backfill. */
  readonly ofThePast?: boolean;
}

/** A payment whose row and balances are locked until the transaction ends. */
export interface LockedPayment extends Omit<PaymentFacts, "method">, LockedStateRow {
  /** Null for a fee. */
  readonly method: PaymentMethod | null;
  readonly clearing_id: LedgerAccountId;
  /** The fee's transaction, locked with the payment. */
  readonly fee: LockedPayment | undefined;
}

/**
 * Moves the payments whose status allows it and returns them; the others are unchanged. Each move has exactly one
 * ledger effect, one event, and one audit row, all in the caller's transaction. Concurrent moves of a payment wait at
 * its lock, and the second finds it already moved.
 */
export async function moveTransactions(
  service: Service,
  tx: Tx,
  { organizationId, actor, moves, ofThePast = false }: MoveTransactions,
): Promise<ReadonlySet<TransactionId>> {
  const moveOf = new Map(moves.map((move) => [move.transactionId, move]));
  assert(moveOf.size === moves.length, "a transaction moves at most once in a call");
  const locked = await lockPayments(tx, organizationId, [...moveOf.keys()]);
  const allowed = [...locked.values()].flatMap((payment) => {
    const asked = present(moveOf.get(payment.transaction_id), "only requested payments are locked");
    const move = moveFrom(payment.status, asked.trigger);
    return move ? [{ payment, asked, move }] : [];
  });
  allowed.push(...allowed.flatMap(refundOf));
  if (allowed.length === 0) return new Set();

  // The ledger first: if the books do not allow the move, nothing else is written.
  const posted = await postEntries(tx, organizationId, allowed.map(entryOf));
  assert(posted.posted, "what a payment holds or has posted can always be moved on");
  const moving = allowed.map((move, index): Moving => {
    const entry = present(posted.entries[index], "every move has its entry");
    return { ...move, change: changeOf(move, dateOf(move, entry)) };
  });
  await changeStates(tx, organizationId, moving);
  const deposits = await depositsOf(tx, organizationId, moving);
  const paid = moving.flatMap(({ payment, change }) =>
    change.postedAt && !deposits.has(change.transactionId)
      ? [{ recipientId: payment.counterparty_id, at: change.postedAt }]
      : [],
  );
  await markRecipientsPaid(tx, organizationId, paid);
  await failDeposits(service, tx, organizationId, failuresOf(moving, deposits));
  // In the same commit as the ledger entries, so that nothing sees a move without its event and audit row.
  await tell(service, tx, { organizationId, actor, moving, ofThePast });
  if (!ofThePast) {
    await announce(tx, organizationId, { moving, deposits });
    tx.afterCommit(() => traceMoves(moving));
  }
  return new Set(moving.flatMap(({ change }) => (moveOf.has(change.transactionId) ? [change.transactionId] : [])));
}

function traceMoves(moving: readonly Moving[]): void {
  for (const { change, asked } of moving)
    noteSteps("transaction", [change.transactionId], {
      name: `payment ${change.to}`,
      attributes: { "bursar.reason_code": asked.code },
    });
}

/** Those of the payments that validate an account: only payments below a dollar do. */
const depositsOf = (tx: Tx, organizationId: OrganizationId, moving: readonly Moving[]) =>
  depositsAmong(
    tx,
    organizationId,
    moving.flatMap(({ payment, change }) => (payment.amount_minor < 100n ? [change.transactionId] : [])),
  );

/** Why deposits did not arrive, or came back, if they did. */
const failuresOf = (
  moving: readonly Moving[],
  deposits: ReadonlySet<TransactionId>,
): ReadonlyMap<TransactionId, string> =>
  new Map(
    moving.flatMap(({ asked, change }) =>
      change.to !== "sent" && deposits.has(change.transactionId)
        ? [[change.transactionId, asked.code ?? "BF-UNSENT"] as const]
        : [],
    ),
  );

/** Writes the new states and checks that each payment moved once, from the status that its lock showed. */
async function changeStates(tx: Tx, organizationId: OrganizationId, moving: readonly Moving[]): Promise<void> {
  const changes = moving.map(({ change }) => change);
  const versions = new Map(
    (await updateStates(tx, organizationId, changes)).map((row) => [row.transaction_id, row.version]),
  );
  assert(versions.size === changes.length, "every payment moved from the status its lock showed");
  for (const { payment } of moving)
    assert(versions.get(payment.transaction_id) === payment.version + 1, "a move increases the version by one");
  await countMoves(
    tx,
    organizationId,
    moving.map(({ payment, change }) => ({ ...change, ...payment })),
  );
  // Nearly every payment ends as sent, so only the others are listed.
  const rare = moving.filter(({ change }) => change.to !== "sent");
  if (rare.length === 0) return;
  const listed = await insertExceptions(
    tx,
    organizationId,
    rare.map(({ change }) => change),
  );
  assert(listed === rare.length, "every transaction that ends in a rare status is listed as such");
  await uncount(
    tx,
    organizationId,
    rare.map(({ payment }) => ({
      accountId: payment.account_id,
      createdAt: payment.created_at,
      amountMinor: -payment.amount_minor,
      categoryId: payment.category_id,
    })),
  );
}

/**
 * The bank never accepted the payment, so its fee is refunded. A payment that was sent and then returned keeps its fee
 * (ADR 0019).
 */
function refundOf({ payment: { fee }, asked, move: { to } }: AllowedMove): AllowedMove[] {
  if (fee === undefined || to === "sent" || to === "reversed") return [];
  const move = present(moveFrom(fee.status, "return"), "a fee stands while its payment is pending");
  const refund: RequestedMove = {
    transactionId: fee.transaction_id,
    trigger: "return",
    at: asked.at,
    reason: "The wire was not sent, so its fee was refunded",
  };
  return [{ payment: fee, asked: refund, move }];
}

/**
 * Locks the payments' balances, then the payments: always in this order and each in id order, so that transactions
 * cannot deadlock. Unknown ids are absent from the result.
 */
export async function lockPayments(
  tx: Tx,
  organizationId: OrganizationId,
  transactionIds: readonly TransactionId[],
): Promise<ReadonlyMap<TransactionId, LockedPayment>> {
  // Before the locks: these columns never change, and the accounts to lock follow from them.
  const facts = await paymentFacts(tx, organizationId, transactionIds);
  if (facts.length === 0) return new Map();
  const clearing = new Map<string, LedgerAccountId>();
  for (const { method } of facts) {
    if (!clearing.has(method)) clearing.set(method, await systemAccountId(tx, organizationId, "clearing", method));
  }
  const feeIds = facts.flatMap((fact) => fact.fee_id ?? []);
  const fees = feeIds.length === 0 ? [] : await feeFacts(tx, organizationId, feeIds);
  const external = fees.length === 0 ? [] : [await systemAccountId(tx, organizationId, "external")];
  await lockBalances(tx, organizationId, [...facts.map((fact) => fact.account_id), ...clearing.values(), ...external]);
  const states = new Map(
    (await lockStates(tx, organizationId, [...facts.map((fact) => fact.transaction_id), ...feeIds])).map((row) => [
      row.transaction_id,
      row,
    ]),
  );
  assert(states.size === facts.length + feeIds.length, "what was read could be locked: transactions are never deleted");
  const stateOf = (id: TransactionId) => present(states.get(id), "the locked row is the one read");
  const [externalId] = external;
  const feeOf = (fact: PaymentFacts): LockedPayment | undefined => {
    if (fact.fee_id === null || externalId === undefined) return undefined;
    const fee = checkedFee(
      fact,
      fees.find(({ transaction_id: id }) => id === fact.fee_id),
    );
    const state = stateOf(fee.transaction_id);
    return { ...fact, ...fee, ...state, method: null, fee_id: null, clearing_id: externalId, fee: undefined };
  };
  return new Map(
    facts.map((fact) => [
      fact.transaction_id,
      {
        ...fact,
        ...stateOf(fact.transaction_id),
        clearing_id: present(clearing.get(fact.method), "each method has a clearing account"),
        fee: feeOf(fact),
      },
    ]),
  );
}

/** The fee that a payment names; refunding any other fee would pay back money of another payment. */
function checkedFee(
  fact: PaymentFacts,
  found: FeeFacts | undefined,
): Pick<FeeFacts, "transaction_id" | "amount_minor"> {
  const fee = present(found, "the fee of a payment exists");
  assert(fee.fee_for_id === fact.transaction_id, "a fee and its payment name each other");
  assert(fee.account_id === fact.account_id, "a fee was charged to the account of its payment");
  assert(fee.amount_minor > 0n, "a fee takes a positive amount");
  return { transaction_id: fee.transaction_id, amount_minor: fee.amount_minor };
}

/** A move that the state table allows. */
interface AllowedMove {
  readonly payment: LockedPayment;
  readonly asked: RequestedMove;
  readonly move: NonNullable<ReturnType<typeof moveFrom>>;
}

/** A move whose entry is in the ledger. */
interface Moving extends AllowedMove {
  readonly change: StateChange;
}

/** Statuses with `failedAt` and a reason. A cancellation is not a failure: a user wanted it. */
const isFailure: Readonly<Record<TransactionStatus, boolean>> = {
  pending: false,
  sent: false,
  cancelled: false,
  failed: true,
  blocked: true,
  reversed: true,
};

/**
 * Money that moved has the date of its ledger entry, which is later than the bank's if a statement covers that time:
 * so what was posted and returned between two days is what a statement of those days lists (ADR 0086).
 */
const dateOf = ({ asked, move }: AllowedMove, entry: NewEntry): Date =>
  move.effect === "release" ? asked.at : entry.at;

/** The columns that the move sets. A constraint of the table ties times and reason to each status. */
function changeOf({ asked, move }: AllowedMove, at: Date): StateChange {
  const failure = isFailure[move.to];
  return {
    transactionId: asked.transactionId,
    from: move.from,
    to: move.to,
    postedAt: move.to === "sent" ? at : undefined,
    failedAt: failure ? at : undefined,
    reasonForFailure: failure ? (asked.reason ?? asked.code ?? "The bank gave no reason") : undefined,
    trackingNumber: asked.trackingNumber,
    checkNumber: asked.checkNumber,
  };
}

/** The one ledger effect: post moves the held amount to clearing, release returns it, reverse pays it back. */
function entryOf({ payment, asked, move }: AllowedMove): NewEntry {
  const {
    transaction_id: transactionId,
    account_id: account,
    clearing_id: clearing,
    amount_minor: amountMinor,
  } = payment;
  const sides = {
    post: { debitAccountId: account, creditAccountId: clearing },
    release: { debitAccountId: account, creditAccountId: account },
    reverse: { debitAccountId: clearing, creditAccountId: account },
  }[move.effect];
  return { transactionId, effect: move.effect, amountMinor, at: asked.at, ...sides };
}

type Telling = Required<Omit<MoveTransactions, "moves">> & { readonly moving: readonly Moving[] };

/** One event and one audit row per move: the changes, in the API's names. */
async function tell(service: Service, tx: Tx, { organizationId, actor, moving, ofThePast }: Telling): Promise<void> {
  const described = moving.map((move) => ({
    ...move,
    mergePatch: patchOf(move.change),
    previousValues: previousOf(move),
    when: ofThePast ? { at: move.asked.at } : {},
  }));
  await recordTransactionEvents(service, tx, {
    organizationId,
    changes: described.map(({ payment, mergePatch, previousValues, when }) => ({
      ...when,
      transactionId: payment.transaction_id,
      version: payment.version + 1,
      operation: "update",
      mergePatch,
      previousValues,
    })),
  });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: described.map(({ asked, change, mergePatch, previousValues, when }) => ({
      ...when,
      action: `transaction.${asked.trigger}`,
      resourceType: "transaction",
      resourceId: change.transactionId,
      before: previousValues,
      after: {
        ...mergePatch,
        ...defined({ code: asked.code, trackingNumber: asked.trackingNumber, checkNumber: asked.checkNumber }),
      },
    })),
  });
}

const patchOf = ({ to, postedAt, failedAt, reasonForFailure }: StateChange): Readonly<Record<string, string>> =>
  defined({ status: to, postedAt: postedAt?.toISOString(), failedAt: failedAt?.toISOString(), reasonForFailure });

function previousOf({ change }: Moving): Readonly<Record<string, string | null>> {
  // Columns set by a move were null before: no move leads back to a status, and each column is set by one move only.
  return Object.fromEntries(Object.keys(patchOf(change)).map((name) => [name, name === "status" ? change.from : null]));
}

const defined = (members: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/**
 * For the emails about payments (modules/6-desk/payment-tracking/notices). A cancellation is known to the person who made it,
 * and the amount of a deposit that validates an account is what its recipient has to find out.
 */
async function announce(
  tx: Tx,
  organizationId: OrganizationId,
  { moving, deposits }: { readonly moving: readonly Moving[]; readonly deposits: ReadonlySet<TransactionId> },
): Promise<void> {
  const failed = moving.filter(({ change }) => isFailure[change.to]);
  const sent = moving.filter(({ change }) => change.to === "sent" && !deposits.has(change.transactionId));
  const advised = sent.length > 0 && (await sendsRemittanceAdvice(tx, organizationId)) ? sent : [];
  await appendOutbox(
    tx,
    organizationId,
    "notices",
    [...failed, ...advised].map(({ change }) => change.transactionId),
  );
}
