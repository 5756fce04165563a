import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { findReturnLinks, recordDebit, returnDeposit } from "#payments/payments";
import type { Actor } from "#records/audit";
import type { BankMatchId, OpenMovement, ReconciledAccount } from "../movement.ts";
import { refuseReconciliation } from "../reconciliation-refusals.ts";
import { depositsLike, unmatchedEntriesOf } from "./matches.queries.ts";
import { recordMatch } from "./record-match.ts";

/** A bank takes back a deposit at most that many days later. Nacha: 60 days for unauthorized consumer debits. */
const RETURNED_WITHIN_DAYS = 60;

/**
 * The deposit that a debit takes back: the only one of its amount whose movement has one of its references, or else the
 * only one from the same payer. Undefined if there is none, or if several fit.
 */
export async function depositTakenBack(
  db: Queryable,
  account: ReconciledAccount,
  { movementId, amountMinor, isReturn, bookedOn, counterparty }: OpenMovement,
): Promise<{ readonly depositId: TransactionId; readonly counterpartyName: string } | undefined> {
  if (!isReturn) return undefined;
  const from = Temporal.PlainDate.from(bookedOn).subtract({ days: RETURNED_WITHIN_DAYS }).toString();
  const found = await depositsLike(db, account, { movementId, amountMinor: -amountMinor, from, to: bookedOn });
  const links = await findReturnLinks(
    db,
    account.organizationId,
    found.map(({ depositId }) => depositId),
  );
  const returned = new Set(links.map((link) => link.transaction_id));
  const open = found.filter(({ depositId }) => !returned.has(depositId));
  const referenced = open.filter(({ isReferenced }) => isReferenced);
  const fitting =
    referenced.length > 0
      ? referenced
      : open.filter(({ counterpartyName }) => counterparty !== null && sameName(counterpartyName, counterparty));
  assert(fitting.length <= found.length, "a debit takes back one of the deposits that were found");
  return fitting.length === 1 ? fitting[0] : undefined;
}

const sameName = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase("en-US") === b.trim().toLocaleLowerCase("en-US");

interface DebitToBook extends ReconciledAccount {
  readonly movement: OpenMovement;
  /** The deposit that it takes back. */
  readonly depositId: TransactionId | undefined;
  readonly actor: Actor;
}

/**
 * Books a debit that nobody ordered, with its match: as the return of a deposit, or as a transaction of its own. The
 * account's row is locked. Refuses while the account does not hold the amount.
 */
export async function bookDebit(
  service: Service,
  tx: Tx,
  { movement, depositId, actor, ...account }: DebitToBook,
): Promise<BankMatchId> {
  const { organizationId, accountId } = account;
  assert(movement.amountMinor < 0n, "a debit takes money from the account");
  const name = nameOf(movement);
  const reason = movement.description ?? "Taken back by the bank";
  const transactionId =
    depositId === undefined
      ? await recordDebit(service, tx, {
          organizationId,
          accountId,
          name,
          actor,
          amountMinor: -movement.amountMinor,
          bankDescription: movement.description ?? name,
          memo: movement.remittance,
        })
      : await returnDeposit(service, tx, { organizationId, depositId, reason, actor });
  if (transactionId === undefined) throw refuseReconciliation("movementNotCovered");
  const entries = await unmatchedEntriesOf(tx, account, [transactionId]);
  // Someone else entered the return, and it is matched already.
  if (entries.length === 0) throw refuseReconciliation("entryNotOpen", { details: { transactionId } });
  return recordMatch(service, tx, { ...account, kind: "booked", movements: [movement], entries, actor });
}

const NAME_LENGTH_MAX = 70;

/** Who took it: the bank itself if it does not say. */
const nameOf = ({ counterparty, description }: OpenMovement): string => {
  const name = (counterparty ?? description ?? "").trim().slice(0, NAME_LENGTH_MAX);
  return name === "" ? "Bank" : name;
};
