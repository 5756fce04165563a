import { newYorkInstant } from "../../../banking/calendar/new-york.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { instantOf } from "../../../kernel/values/ids.ts";
import { findAccounts } from "../../accounts/index.ts";
import type { Actor } from "../../audit/index.ts";
import { receiveDeposit } from "../../payments/index.ts";
import type { BankMatchId, LedgerSide, OpenMovement, ReconciledAccount } from "../movement.ts";
import { incomingKindOf } from "../reading/movement-codes.ts";
import { namesWire } from "../reading/reported-account.ts";
import { findBatches } from "./match-batches.ts";
import { findByReference } from "./match-by-reference.ts";
import { referencesOfMovements, unmatchedEntriesLike } from "./matches.queries.ts";
import { recordMatch } from "./record-match.ts";

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
  const open: ComparedMovement[] = [];
  for (const movement of movements) {
    const { namesPayments = false, entries } = referenced.get(movement.movementId) ?? {};
    if (entries === undefined) open.push({ ...movement, namesPayments });
    else
      await recordMatch(service, tx, { ...account, kind: "reference", movements: [movement], entries, actor: theBank });
  }
  return matchBatches(service, tx, { ...account, open });
}

/** Of those without references, matches what is the sum of a file's payments. Returns those that stay open. */
async function matchBatches(
  service: Service,
  tx: Tx,
  { open, ...account }: ReconciledAccount & { readonly open: readonly ComparedMovement[] },
): Promise<readonly ComparedMovement[]> {
  const batches = await findBatches(
    tx,
    account,
    open.filter(({ namesPayments }) => !namesPayments),
  );
  for (const batch of batches)
    await recordMatch(service, tx, { ...account, kind: "reference", ...batch, actor: theBank });
  const matched = new Set(batches.flatMap(({ movements }) => movements.map(({ movementId }) => movementId)));
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
  for (const movement of movements) {
    if (movement.amountMinor < 0n || movement.isReturn || movement.namesPayments) continue;
    if ((await enteredLike(tx, account, movement)).length > 0) continue;
    await bookMovement(service, tx, { ...account, movement, actor: theBank });
  }
}

/** A deposit that was entered by hand is at most this many days before or after the bank's booking. */
const ENTERED_BEFORE_DAYS = 3;
const ENTERED_AFTER_DAYS = 2;

const enteredLike = (tx: Tx, account: ReconciledAccount, { amountMinor, bookedOn }: OpenMovement) => {
  const day = Temporal.PlainDate.from(bookedOn);
  const midnight = Temporal.PlainTime.from("00:00");
  return unmatchedEntriesLike(tx, account, {
    amountMinor,
    from: newYorkInstant(day.subtract({ days: ENTERED_BEFORE_DAYS }), midnight),
    to: newYorkInstant(day.add({ days: ENTERED_AFTER_DAYS }), midnight),
    limit: 1,
  });
};

interface MovementToBook extends ReconciledAccount {
  /** A credit. */
  readonly movement: OpenMovement;
  readonly actor: Actor;
}

/** A transaction of incoming money, with its match. */
export async function bookMovement(
  service: Service,
  tx: Tx,
  { movement, actor, ...account }: MovementToBook,
): Promise<BankMatchId> {
  const { organizationId, accountId } = account;
  const { amountMinor, code, counterparty, description, remittance, bankReference } = movement;
  const references = await referencesOfMovements(tx, organizationId, [movement.movementId]);
  const isWire = namesWire([...references.map(({ reference }) => reference), bankReference ?? ""]);
  const name = (counterparty ?? description?.slice(0, NAME_LENGTH_MAX) ?? "").trim();
  const transactionId = await receiveDeposit(service, tx, {
    organizationId,
    accountId,
    amountMinor,
    kind: incomingKindOf(code, { isWire }),
    name: name === "" ? UNNAMED : name,
    memo: remittance,
    tokenId: null,
    actor,
  });
  const entry: LedgerSide = { transactionId, effect: "deposit", amountMinor, enteredAt: instantOf(transactionId) };
  return recordMatch(service, tx, { ...account, kind: "booked", movements: [movement], entries: [entry], actor });
}

const NAME_LENGTH_MAX = 70;
const UNNAMED = "Unnamed sender";
