import { assert } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import { inBatches } from "../../../kernel/values/in-batches.ts";
import type { BankFileId } from "../../bank-files/index.ts";
import { type ComparedMovement, matchByReference } from "../matching/match-movements.ts";
import { matchUncashed } from "../matching/match-uncashed.ts";
import { openMovements, setComparedVersion } from "../matching/matches.queries.ts";
import { undoBankMatch } from "../matching/undo-match.ts";
import type { BankStatementId, MovementId, ReconciledAccount } from "../movement.ts";
import {
  type ReportedAccount,
  type ReportedMovement,
  type StatementPeriod,
  unusable,
} from "../reading/reported-account.ts";
import {
  confirmByBank,
  insertMovements,
  insertReferences,
  type KnownMovementRow,
  knownMovements,
  listMovements,
  movementsOfStatement,
  movementsWithReferences,
  type NewMovement,
  type NewReference,
  unlistStatement,
  withdrawMovements,
} from "./movements.queries.ts";
import { placeMovements } from "./place-movements.ts";
import { placeInChain } from "./statement-chain.ts";
import { currentStatements, insertBankStatement, lockReconciled, replaceStatement } from "./statements.queries.ts";

export interface ReportToApply {
  readonly account: ReconciledAccount;
  readonly report: ReportedAccount;
  /** The file that it is in. */
  readonly fileId: BankFileId;
  /** A person uploaded it: incoming money in it does not become transactions. */
  readonly isByHand: boolean;
}

/**
 * Applies what a bank reports about an account: records its statement and new movements, and matches them by their
 * references; with a statement, also checks that were never cashed. Returns the new movements that stay open, for `bookIncoming`. Again, with the same report or one that
 * overlaps it, it changes nothing. Throws UnusableStatement if the report contradicts what is known; the transaction must
 * roll back then.
 */
export async function applyReport(
  service: Service,
  tx: Tx,
  { account, report, fileId, isByHand }: ReportToApply,
): Promise<readonly ComparedMovement[]> {
  await lockReconciled(tx, account);
  const { period, action } = report;
  const known = await currentStatements(tx, account);
  const corrected =
    action === "add" ? undefined : known.find(({ closesOn }) => closesOn === (period?.closesOn ?? report.on));
  const before = corrected === undefined ? [] : await movementsOfStatement(tx, account, corrected.statementId);
  if (corrected !== undefined) {
    await replaceStatement(tx, account, corrected.statementId);
    await unlistStatement(tx, account, corrected.statementId);
  }
  if (action === "delete") {
    await withdraw(service, tx, account, before);
    return [];
  }
  const place =
    period &&
    placeInChain(
      period,
      known.filter((statement) => statement !== corrected),
    );
  if (place?.kind === "conflict") return unusable(place.reason);
  const isRepeat = place?.kind === "repeat";
  const { ids, added } = await recordMovements(service, tx, { account, report, fileId, isByHand }, { isRepeat });
  if (period !== undefined && !isRepeat)
    await recordStatement(service, tx, { account, report, fileId, isByHand }, { period, ids });
  const kept = new Set(ids);
  await withdraw(
    service,
    tx,
    account,
    before.filter(({ movementId }) => !kept.has(movementId)),
  );
  const open: ComparedMovement[] = [];
  // Known ones too: one that lacked references when it was first reported may have them now.
  for (const part of inBatches(ids, ROWS_PER_STATEMENT))
    open.push(
      ...(await matchByReference(service, tx, { ...account, movements: await openMovements(tx, account, part) })),
    );
  if (period !== undefined) await matchUncashed(service, tx, account);
  // What the report leaves open or has matched may decide about older movements: they are compared again.
  await setComparedVersion(tx, account, -1n);
  return open.filter(({ movementId }) => added.has(movementId));
}

/** Movements of a corrected statement that the correction does not have. */
async function withdraw(
  service: Service,
  tx: Tx,
  account: ReconciledAccount,
  rows: Awaited<ReturnType<typeof movementsOfStatement>>,
): Promise<void> {
  const matches = new Set(rows.map(({ matchId }) => matchId).filter((matchId) => matchId !== null));
  for (const matchId of matches) await undoBankMatch(service, tx, { ...account, matchId, actor: { type: "bank" } });
  const ids = rows.map(({ movementId }) => movementId);
  for (const part of inBatches(ids, ROWS_PER_STATEMENT))
    assert((await withdrawMovements(tx, account, part)) === part.length, "all are open");
}

const ROWS_PER_STATEMENT = 1_000;

/** How far apart two reports date the same movement, at most. */
const DAYS_APART_MAX = 7;

interface Recorded {
  /** Of all reported movements, in their order. */
  readonly ids: readonly MovementId[];
  /** Of those that were not known, or only from a file that a person uploaded. */
  readonly added: ReadonlySet<MovementId>;
}

async function recordMovements(
  service: Service,
  tx: Tx,
  { account, report, fileId, isByHand }: ReportToApply,
  { isRepeat }: { readonly isRepeat: boolean },
): Promise<Recorded> {
  const { movements, period } = report;
  const known = await knownNear(tx, account, movements);
  const placed = placeMovements(movements, known, { canBeListed: period === undefined || isRepeat });
  const ids = placed.map((movement) => movement?.movementId ?? service.newId<MovementId>());
  const confirmed = isByHand ? [] : placed.flatMap((one) => (one?.isByHand === true ? [one.movementId] : []));
  const added: NewMovement[] = [];
  for (const [index, reported] of movements.entries()) {
    const movementId = ids[index];
    if (placed[index] === undefined && movementId !== undefined) added.push({ movementId, reported });
  }
  if (isRepeat && added.length > 0)
    return unusable(
      `A statement until ${period?.closesOn} with other movements is known. Ask the bank which one is right.`,
    );
  for (const part of inBatches(added, ROWS_PER_STATEMENT))
    await insertMovements(tx, account, { movements: part, fileId, isByHand, at: service.clock.now() });
  for (const part of inBatches(confirmed, ROWS_PER_STATEMENT)) await confirmByBank(tx, account, part);
  await recordReferences(tx, account, { ids, movements });
  return { ids, added: new Set([...confirmed, ...added.map(({ movementId }) => movementId)]) };
}

async function knownNear(
  tx: Tx,
  account: ReconciledAccount,
  movements: readonly ReportedMovement[],
): Promise<readonly KnownMovementRow[]> {
  const days = movements.map(({ bookedOn }) => bookedOn).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Temporal.PlainDate.from(first).subtract({ days: DAYS_APART_MAX }).toString();
  const to = Temporal.PlainDate.from(last).add({ days: DAYS_APART_MAX }).toString();
  return knownMovements(tx, account, { from, to });
}

/** Those of movements that have none yet. */
async function recordReferences(
  tx: Tx,
  account: ReconciledAccount,
  { ids, movements }: { readonly ids: readonly MovementId[]; readonly movements: readonly ReportedMovement[] },
): Promise<void> {
  const have = new Set<MovementId>();
  for (const part of inBatches(ids, ROWS_PER_STATEMENT))
    for (const { movementId } of await movementsWithReferences(tx, account, part)) have.add(movementId);
  const references = movements.flatMap(({ details }, index): readonly NewReference[] => {
    const movementId = ids[index];
    if (movementId === undefined || have.has(movementId)) return [];
    return details.flatMap((texts, at) => texts.map((reference) => ({ movementId, position: at + 1, reference })));
  });
  for (const part of inBatches(references, ROWS_PER_STATEMENT)) await insertReferences(tx, account, part);
}

async function recordStatement(
  service: Service,
  tx: Tx,
  { account, report, fileId }: ReportToApply,
  { period, ids }: { readonly period: StatementPeriod; readonly ids: readonly MovementId[] },
): Promise<void> {
  const statementId = service.newId<BankStatementId>();
  await insertBankStatement(tx, account, {
    statementId,
    fileId,
    period,
    reference: report.statementReference,
    movements: ids.length,
    at: service.clock.now(),
  });
  for (const part of inBatches(ids, ROWS_PER_STATEMENT))
    await listMovements(tx, account, { ids: part, statementId, listedOn: period.closesOn });
}
