import { findPayments } from "#bank/exchange";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import type { LedgerSide, MovementId, OpenMovement, ReconciledAccount } from "../movement.ts";
import { referencesOfMovements, transactionsAmong, unmatchedEntriesOf } from "./matches.queries.ts";

/** References and IDs in one statement. */
const BATCH = 1_000;

/** What the references of a movement say. */
export interface Referenced {
  /** Some of its references are of our payments, so it is not new money. */
  readonly namesPayments: boolean;
  /** The payments, if each of its details names exactly one; otherwise none. */
  readonly payments: readonly TransactionId[];
  /** The ledger entries that are the same money; undefined while they are not all there, or not clear. */
  readonly entries: readonly LedgerSide[] | undefined;
}

/**
 * Finds the ledger entries of movements by the references of their payments. A movement is found if each of its details
 * names one payment, with one unmatched entry in the movement's direction, and all of them together have its amount.
 */
export async function findByReference(
  tx: Tx,
  account: ReconciledAccount,
  movements: readonly OpenMovement[],
): Promise<ReadonlyMap<MovementId, Referenced>> {
  const details = await detailsOf(
    tx,
    account.organizationId,
    movements.map(({ movementId }) => movementId),
  );
  const references = [...details.values()].flatMap((positions) => [...positions.values()].flat());
  const payments = await paymentsNamed(tx, account, [...new Set(references)]);
  const entries = await entriesOf(tx, account, [...new Set([...payments.values()].flatMap((ids) => [...ids]))]);
  const taken = new Set<LedgerSide>();
  return new Map(
    movements.map((movement) => {
      const positions = [...(details.get(movement.movementId)?.values() ?? [])];
      const named = positions.map(
        (position) => new Set(position.flatMap((reference) => [...(payments.get(reference) ?? [])])),
      );
      const found = matchOf(movement, named, { entries, taken });
      for (const entry of found ?? []) taken.add(entry);
      const namesPayments = named.some(({ size }) => size > 0);
      return [movement.movementId, { namesPayments, payments: onePerDetail(named), entries: found }];
    }),
  );
}

function onePerDetail(named: readonly ReadonlySet<TransactionId>[]): readonly TransactionId[] {
  const payments = new Set(named.flatMap((ids) => (ids.size === 1 ? [...ids] : [])));
  return payments.size === named.length ? [...payments] : [];
}

function matchOf(
  { amountMinor }: OpenMovement,
  named: readonly ReadonlySet<TransactionId>[],
  { entries, taken }: { readonly entries: ReadonlyMap<string, readonly LedgerSide[]>; readonly taken: Set<LedgerSide> },
): readonly LedgerSide[] | undefined {
  if (named.length === 0) return undefined;
  const isOut = amountMinor < 0n;
  const found = named.map((ids) => {
    const fitting = [...ids]
      .flatMap((id) => entries.get(id) ?? [])
      .filter((entry) => entry.amountMinor < 0n === isOut && !taken.has(entry));
    return fitting.length === 1 ? fitting[0] : undefined;
  });
  const all = found.filter((entry) => entry !== undefined);
  if (all.length < named.length || new Set(all).size < all.length) return undefined;
  return all.reduce((sum, entry) => sum + entry.amountMinor, 0n) === amountMinor ? all : undefined;
}

async function detailsOf(tx: Tx, organizationId: OrganizationId, ids: readonly MovementId[]) {
  const details = new Map<MovementId, Map<number, string[]>>();
  for (const batch of inBatches(ids, BATCH))
    for (const { movementId, position, reference } of await referencesOfMovements(tx, organizationId, batch)) {
      const positions = details.get(movementId) ?? new Map<number, string[]>();
      details.set(movementId, positions);
      const references = positions.get(position);
      if (references === undefined) positions.set(position, [reference]);
      else references.push(reference);
    }
  return details;
}

async function paymentsNamed(
  tx: Tx,
  account: ReconciledAccount,
  references: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<TransactionId>>> {
  const named = new Map<string, Set<TransactionId>>();
  const add = (reference: string, transactionId: TransactionId) => {
    const ids = named.get(reference);
    if (ids === undefined) named.set(reference, new Set([transactionId]));
    else ids.add(transactionId);
  };
  for (const batch of inBatches(references, BATCH)) {
    for (const { reference, transactionId } of await findPayments(tx, account.organizationId, { references: batch }))
      add(reference, transactionId);
    const ids = new Map(batch.flatMap((reference) => transactionIdIn(reference) ?? []));
    if (ids.size === 0) continue;
    for (const { transactionId } of await transactionsAmong(tx, account, [...ids.keys()])) {
      const reference = ids.get(transactionId);
      if (reference !== undefined) add(reference, transactionId);
    }
  }
  return named;
}

/** A transaction's ID without dashes, which 35 characters would not hold. */
const UNDASHED = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

/** The transaction ID that a reference may be, with the reference. */
function transactionIdIn(reference: string): readonly (readonly [string, string])[] | undefined {
  const parts = UNDASHED.exec(reference)?.slice(1);
  return parts && [[parts.join("-").toLowerCase(), reference]];
}

async function entriesOf(tx: Tx, account: ReconciledAccount, ids: readonly TransactionId[]) {
  const entries: LedgerSide[] = [];
  for (const batch of inBatches(ids, BATCH)) entries.push(...(await unmatchedEntriesOf(tx, account, batch)));
  return Map.groupBy(entries, ({ transactionId }): string => transactionId);
}
