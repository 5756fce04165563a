import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { lockReconciled } from "../importing/statements.queries.ts";
import type { BankMatchId, LedgerSide, OpenMovement, ReconciledAccount } from "../movement.ts";
import { refuseReconciliation } from "../reconciliation-refusals.ts";
import { bankMatchStates } from "../states.ts";
import { accountOfMovements, findBankMatch, openMovements, unmatchedEntriesOf } from "./matches.queries.ts";
import { recordMatch, sumOf } from "./record-match.ts";
import { undoBankMatch } from "./undo-match.ts";

export interface MatchByHand {
  readonly organizationId: OrganizationId;
  readonly movementIds: readonly string[];
  readonly transactionIds: readonly string[];
  readonly actor: Actor;
}

/** A person says which movements and transactions are the same money. Refuses unless all are open and the sums agree. */
export const matchByHand = (
  service: Service,
  { organizationId, movementIds, transactionIds, actor }: MatchByHand,
): Promise<BankMatchId> =>
  service.database.transaction(async (tx) => {
    const ids = [...new Set(movementIds.map((id) => id.toLowerCase()))];
    const account = await lockAccountOf(tx, organizationId, ids);
    const movements = await openMovements(tx, account, ids);
    if (movements.length < ids.length) throw refuseReconciliation("movementNotOpen");
    assert(movements.length === ids.length, "each movement that was named is read once");
    const entries = await entriesFor(tx, account, { movements, transactionIds });
    const sums = { movements: sumOf(movements), transactions: sumOf(entries) };
    if (sums.movements !== sums.transactions || (entries.length === 0 && movements.length === 1))
      throw refuseReconciliation("matchSumsDiffer", { details: sums });
    return recordMatch(service, tx, { ...account, kind: "manual", movements, entries, actor });
  });

/** Locks the account of the movements; refuses if one does not exist, or if they are on several accounts. */
export async function lockAccountOf(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<ReconciledAccount> {
  const [found, ...others] = await accountOfMovements(tx, organizationId, ids);
  if (found === undefined || Number(found.movements) < ids.length) {
    if (others.length === 0) throw notFound("bank movement");
    throw refuseReconciliation("movementNotOpen");
  }
  assert(others.length === 0, "movements that are all found on one account are on no other");
  const account = { organizationId, accountId: found.accountId };
  await lockReconciled(tx, account);
  return account;
}

interface EntriesWanted {
  readonly movements: readonly OpenMovement[];
  readonly transactionIds: readonly string[];
}

/** One entry of each transaction: if it has several, the one in the direction of the movements. */
async function entriesFor(
  tx: Tx,
  account: ReconciledAccount,
  { movements, transactionIds }: EntriesWanted,
): Promise<readonly LedgerSide[]> {
  // UUIDs by their schema; what is not the organization's is not found.
  const ids = [...new Set(transactionIds.map((id) => id.toLowerCase() as TransactionId))];
  const open = Map.groupBy(await unmatchedEntriesOf(tx, account, ids), ({ transactionId }): string => transactionId);
  const isOut = sumOf(movements) < 0n;
  return ids.map((transactionId) => {
    const candidates = open.get(transactionId) ?? [];
    const found = candidates.find(({ amountMinor }) => amountMinor < 0n === isOut) ?? candidates[0];
    if (found === undefined) throw refuseReconciliation("entryNotOpen", { details: { transactionId } });
    return found;
  });
}

export interface MatchToUndo {
  readonly organizationId: OrganizationId;
  readonly matchId: string;
  readonly actor: Actor;
}

/** Opens both sides again. Refuses matches that no person made: they would be found again, or booked twice. */
export const undoByHand = (service: Service, { organizationId, matchId, actor }: MatchToUndo): Promise<void> =>
  service.database.transaction(async (tx) => {
    const found = await findBankMatch(tx, organizationId, matchId);
    if (found === undefined) throw notFound("match");
    const account = { organizationId, accountId: found.accountId };
    await lockReconciled(tx, account);
    const match = await findBankMatch(tx, organizationId, matchId);
    if (match === undefined || match.kind !== "manual" || bankMatchStates.next(match.state, "undo") === undefined)
      throw refuseReconciliation("matchNotUndoable");
    assert(match.matchId === found.matchId, "the match under the lock is the one that was found");
    assert(match.accountId === found.accountId, "a match stays on its account");
    await undoBankMatch(service, tx, { ...account, matchId: match.matchId, actor });
  });
