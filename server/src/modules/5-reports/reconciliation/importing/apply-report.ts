import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import { type ComparedMovement, matchByReference } from "../matching/match-movements.ts";
import { matchUncashed } from "../matching/match-uncashed.ts";
import { openMovements, setComparedVersion } from "../matching/matches.queries.ts";
import { undoBankMatch } from "../matching/undo-match.ts";
import type { BankStatementId, MovementId, ReconciledAccount } from "../movement.ts";
import { type ReportedAccount, type ReportedMovement, unusable } from "../reading/reported-account.ts";
import {
  confirmByBank,
  insertMovements,
  insertReferences,
  type KnownMovementRow,
  knownMovements,
  type Listing,
  listMovements,
  movementsOfStatement,
  movementsWithReferences,
  type NewMovement,
  type NewReference,
  requireListed,
  requireWithdrawn,
  unlistStatement,
  withdrawMovements,
} from "./movements.queries.ts";
import { placeMovements } from "./place-movements.ts";
import { splitFees } from "./split-fees.ts";
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
  const statements = await currentStatements(tx, account);
  const corrected =
    action === "add" ? undefined : statements.find(({ closesOn }) => closesOn === (period?.closesOn ?? report.on));
  const before = corrected === undefined ? [] : await movementsOfStatement(tx, account, corrected.statementId);
  if (corrected !== undefined) {
    const replaced = await replaceStatement(tx, account, corrected.statementId);
    assert(replaced === 1, "a statement that is corrected counts no longer");
    const unlisted = await unlistStatement(tx, account, corrected.statementId);
    assert(unlisted >= before.length, "the movements of a corrected statement are in none until it is recorded");
  }
  if (action === "delete") {
    await withdraw(service, tx, account, before);
    return [];
  }
  const place =
    period &&
    placeInChain(
      period,
      statements.filter((statement) => statement !== corrected),
    );
  if (place?.kind === "conflict") return unusable(place.reason);
  const isRepeat = place?.kind === "repeat";
  const statementId = service.newId<BankStatementId>();
  const listing = period === undefined || isRepeat ? undefined : { statementId, listedOn: period.closesOn };
  const { ids, added } = await recordMovements(
    service,
    tx,
    { account, report, fileId, isByHand },
    { isRepeat, listing },
  );
  if (period !== undefined && !isRepeat)
    await recordStatement(service, tx, { account, report, fileId, period, statementId });
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

async function recordStatement(
  service: Service,
  tx: Tx,
  {
    account,
    report,
    fileId,
    period,
    statementId,
  }: Pick<ReportToApply, "account" | "report" | "fileId"> & {
    readonly period: NonNullable<ReportedAccount["period"]>;
    readonly statementId: BankStatementId;
  },
): Promise<void> {
  const netMinor = report.movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  assert(
    period.openingMinor + netMinor === period.closingMinor,
    "the opening balance of a statement that was read plus its movements is its closing balance",
  );
  const recorded = await insertBankStatement(tx, account, {
    statementId,
    fileId,
    reference: report.statementReference,
    period,
    movements: report.movements.length,
    at: service.clock.now(),
  });
  assert(recorded === 1, "a statement is recorded once");
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
  /** Of all reported movements, in their order; a fee follows its payment. */
  readonly ids: readonly MovementId[];
  /** Of those that were not known, or only from a file that a person uploaded. */
  readonly added: ReadonlySet<MovementId>;
}

async function recordMovements(
  service: Service,
  tx: Tx,
  { account, report, fileId, isByHand }: ReportToApply,
  { isRepeat, listing }: { readonly isRepeat: boolean; readonly listing: Listing | undefined },
): Promise<Recorded> {
  const { period } = report;
  const canBeListed = listing === undefined;
  const near = await knownNear(tx, account, report.movements);
  const { movements, replaced } = splitFees(report.movements, near, { canBeListed });
  await withdraw(
    service,
    tx,
    account,
    replaced.map(({ movementId }) => ({ movementId, matchId: null })),
  );
  const nearby = near.filter((stored) => !replaced.includes(stored));
  const placed = placeMovements(movements, nearby, { canBeListed });
  const ids = placed.map((movement) => movement?.movementId ?? service.newId<MovementId>());
  const confirmed = isByHand ? [] : placed.flatMap((place) => (place?.isByHand === true ? [place.movementId] : []));
  const added: NewMovement[] = [];
  for (const [index, reported] of movements.entries()) {
    const movementId = ids[index];
    if (placed[index] === undefined && movementId !== undefined) added.push({ movementId, reported });
  }
  if (isRepeat && added.length > 0)
    return unusable(
      `A statement until ${period?.closesOn} with other movements is known. Ask the bank which one is right.`,
    );
  await requireOthers(tx, account, { nearby, added, listing });
  assert(ids.length === movements.length, "each reported movement has an ID");
  assert(new Set(ids).size === ids.length, "two reported movements are never one");
  for (const part of inBatches(added, ROWS_PER_STATEMENT)) {
    const at = service.clock.now();
    const inserted = await insertMovements(tx, account, { movements: part, listing, fileId, isByHand, at });
    assert(inserted === part.length, "each new movement is recorded");
  }
  const earlier = placed.flatMap((place) => (place === undefined ? [] : [place.movementId]));
  if (listing !== undefined)
    for (const part of inBatches(earlier, ROWS_PER_STATEMENT)) {
      const listed = await listMovements(tx, account, { ids: part, listing });
      assert(listed === part.length, "each movement that was reported before is in the statement");
    }
  for (const part of inBatches(confirmed, ROWS_PER_STATEMENT)) {
    const changed = await confirmByBank(tx, account, part);
    assert(changed === part.length, "each movement that the bank reports itself is its own report");
  }
  await recordReferences(tx, account, { ids, movements });
  return { ids, added: new Set([...confirmed, ...added.map(({ movementId }) => movementId)]) };
}

/**
 * A movement is not added a second time because the known one was changed in the database: what looks like it and is said to be in
 * another statement must be proven to be.
 */
async function requireOthers(
  tx: Tx,
  account: ReconciledAccount,
  {
    nearby,
    added,
    listing,
  }: {
    readonly nearby: readonly KnownMovementRow[];
    readonly added: readonly NewMovement[];
    readonly listing: Listing | undefined;
  },
): Promise<void> {
  if (listing === undefined) return;
  const amounts = new Set(added.map(({ reported }) => reported.amountMinor));
  const alike = nearby.filter(({ isListed, amountMinor }) => isListed && amounts.has(amountMinor));
  for (const part of inBatches(alike, ROWS_PER_STATEMENT))
    await requireListed(
      tx,
      account,
      part.map(({ movementId }) => movementId),
    );
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
  await requireWithdrawn(tx, account, { from, to });
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
  for (const part of inBatches(references, ROWS_PER_STATEMENT)) {
    const inserted = await insertReferences(tx, account, part);
    assert(inserted <= part.length, "a reference is recorded once");
  }
}
