import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { instantOf } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import { findAccounts } from "#money/accounts";
import { receiveDeposits } from "#payments/payments";
import type { Actor } from "#records/audit";
import type { BankMatchId, OpenMovement, ReconciledAccount } from "../movement.ts";
import { incomingKindOf } from "../reading/movement-codes.ts";
import { namesWire } from "../reading/reported-account.ts";
import { findBatches } from "./match-batches.ts";
import { findByReference } from "./match-by-reference.ts";
import { findRefused, type NamingMovement } from "./match-refused.ts";
import { findUndone } from "./match-undone.ts";
import { daysOfUnmatchedLike, referencesOfMovements } from "./matches.queries.ts";
import { recordMatches, type SameMoney } from "./record-match.ts";

const theBank: Actor = { type: "bank" };

/** An open movement after the comparison of its references. */
export type ComparedMovement = OpenMovement & {
  /** Some of its references are of our payments, so it is not new money. */
  readonly namesPayments: boolean;
};

/** Matches movements by their references. The account's row is locked. Returns those that stay open. */
export async function matchByReference(
  service: Service,
  tx: Tx,
  { movements, ...account }: ReconciledAccount & { readonly movements: readonly OpenMovement[] },
): Promise<readonly ComparedMovement[]> {
  const referenced = await findByReference(tx, account, movements);
  const record = (found: readonly SameMoney[]) =>
    recordMatches(service, tx, { ...account, kind: "reference", found, actor: theBank });
  const open: ComparedMovement[] = [];
  const found: SameMoney[] = [];
  for (const movement of movements) {
    const { namesPayments = false, entries } = referenced.get(movement.movementId) ?? {};
    if (entries === undefined) open.push({ ...movement, namesPayments });
    else found.push({ movements: [movement], entries });
  }
  assert(open.length + found.length === movements.length, "each movement is found by its references or stays open");
  await record(found);
  const unnamed = open.filter(({ namesPayments }) => !namesPayments);
  const batches = await findBatches(tx, account, unnamed);
  await record(batches.found);
  const left = without(open, batches.found);
  const naming = left.flatMap((movement): readonly NamingMovement[] => {
    const { movementId } = movement;
    const payments = batches.withRefused.get(movementId) ?? referenced.get(movementId)?.payments ?? [];
    return payments.length === 0 ? [] : [{ movement, payments }];
  });
  const refused = await findRefused(tx, account, {
    naming,
    credits: unnamed.filter(({ amountMinor, isReturn }) => amountMinor > 0n && isReturn),
  });
  await record(refused);
  const unmatched = without(left, refused);
  const undone = await findUndone(tx, account, {
    open: unmatched,
    naming: naming.filter(({ movement }) => unmatched.some(({ movementId }) => movementId === movement.movementId)),
  });
  await record(undone.found);
  const rest = without(unmatched, undone.found).map((movement) => ({
    ...movement,
    namesPayments: movement.namesPayments || undone.theirs.has(movement.movementId),
  }));
  assert(rest.length <= left.length, "what is matched does not stay open");
  return rest;
}

function without(open: readonly ComparedMovement[], found: readonly SameMoney[]): readonly ComparedMovement[] {
  const matched = new Set(found.flatMap(({ movements }) => movements.map(({ movementId }) => movementId)));
  return open.filter(({ movementId }) => !matched.has(movementId));
}

/**
 * Makes transactions of money that came in: credits that are neither our money coming back nor, by their amount and
 * day, a deposit that someone has entered already. The account's row and balances are locked.
 */
export async function bookIncoming(
  service: Service,
  tx: Tx,
  { movements, ...account }: ReconciledAccount & { readonly movements: readonly ComparedMovement[] },
): Promise<void> {
  const [row] = await findAccounts(tx, account.organizationId, [account.accountId]);
  if (row?.status !== "active") return;
  assert(row.accountId === account.accountId, "incoming money is booked on the account that the bank credited");
  const incoming = movements.filter(
    ({ amountMinor, isReturn, namesPayments }) => amountMinor > 0n && !isReturn && !namesPayments,
  );
  const isEntered = await enteredLike(tx, account, incoming);
  const toBook = incoming.filter((movement) => !isEntered(movement));
  for (const batch of inBatches(toBook, BOOKED_TOGETHER))
    await bookMovements(service, tx, { ...account, movements: batch, actor: theBank });
}

/** Every deposit and payment of the organization waits for the balances meanwhile. */
const BOOKED_TOGETHER = 1_000;

/** A deposit that was entered by hand is at most this many days before or after the bank's booking. */
const ENTERED_BEFORE_DAYS = 3;
const ENTERED_AFTER_DAYS = 2;

const shifted = (day: string, days: number): Temporal.PlainDate => Temporal.PlainDate.from(day).add({ days });

/** Returns a function: whether someone has entered a deposit of a movement's amount near its day. */
async function enteredLike(
  tx: Tx,
  account: ReconciledAccount,
  movements: readonly OpenMovement[],
): Promise<(movement: OpenMovement) => boolean> {
  const days = movements.map(({ bookedOn }) => bookedOn).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return () => false;
  const midnight = Temporal.PlainTime.from("00:00");
  const rows = await daysOfUnmatchedLike(tx, account, {
    amounts: [...new Set(movements.map(({ amountMinor }) => amountMinor))],
    from: newYorkInstant(shifted(first, -ENTERED_BEFORE_DAYS), midnight),
    to: newYorkInstant(shifted(last, ENTERED_AFTER_DAYS), midnight),
  });
  const entered = Map.groupBy(rows, ({ amountMinor }) => amountMinor);
  return ({ amountMinor, bookedOn }) => {
    const from = shifted(bookedOn, -ENTERED_BEFORE_DAYS).toString();
    const to = shifted(bookedOn, ENTERED_AFTER_DAYS).toString();
    return entered.get(amountMinor)?.some(({ enteredOn }) => enteredOn >= from && enteredOn < to) === true;
  };
}

interface MovementsToBook extends ReconciledAccount {
  /** Credits. */
  readonly movements: readonly OpenMovement[];
  readonly actor: Actor;
}

/** Transactions of incoming money, each with its match. */
export async function bookMovements(
  service: Service,
  tx: Tx,
  { movements, actor, ...account }: MovementsToBook,
): Promise<readonly BankMatchId[]> {
  const { organizationId, accountId } = account;
  for (const { amountMinor } of movements) assert(amountMinor > 0n, "money that comes in is positive");
  const ids = movements.map(({ movementId }) => movementId);
  const references = Map.groupBy(await referencesOfMovements(tx, organizationId, ids), ({ movementId }) => movementId);
  const deposits = movements.map((movement) => {
    const { movementId, amountMinor, code, counterparty, description, remittance, bankReference } = movement;
    const named = references.get(movementId)?.map(({ reference }) => reference) ?? [];
    const name = (counterparty ?? description?.slice(0, NAME_LENGTH_MAX) ?? "").trim();
    return {
      amountMinor,
      kind: incomingKindOf(code, { isWire: namesWire([...named, bankReference ?? ""]) }),
      name: name === "" ? UNNAMED : name,
      memo: remittance,
    };
  });
  const transactions = await receiveDeposits(service, tx, {
    organizationId,
    accountId,
    tokenId: null,
    actor,
    deposits,
  });
  assert(transactions.length === movements.length, "each credit that is booked is one transaction");
  const found = movements.map((movement, index): SameMoney => {
    const transactionId = present(transactions[index], "each deposit is a transaction");
    const { amountMinor } = movement;
    const entry = { transactionId, effect: "deposit", amountMinor, enteredAt: instantOf(transactionId) };
    return { movements: [movement], entries: [entry] };
  });
  const matchIds = await recordMatches(service, tx, { ...account, kind: "booked", found, actor });
  assert(matchIds.length === movements.length, "each credit that is booked is matched with its transaction");
  return matchIds;
}

const NAME_LENGTH_MAX = 70;
const UNNAMED = "Unnamed sender";
