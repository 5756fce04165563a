import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type ChainKey, chainKeyOf, type SealedRow } from "#records/audit";
import { endFits, problemsOfRow, type StreamEnds } from "../check-rows.ts";
import type { AuditProblem } from "../problem.ts";
import { findCounters, findStreamEnds } from "../streams.queries.ts";
import { type Anchor, readAnchors } from "./anchors.ts";
import { CHAIN_START, headMac, rowsDigest, sealMac } from "./chain.ts";
import {
  type ChainEndRow,
  findChainEnd,
  findIdAhead,
  findSealedRows,
  findSealsAfter,
  findStrayRows,
  findUnsealedIds,
  type SealRow,
} from "./seals.queries.ts";

export interface AuditReport {
  readonly organizationId: OrganizationId;
  readonly intact: boolean;
  /** At most one hundred. */
  readonly problems: readonly AuditProblem[];
  readonly rowsSealed: bigint;
  readonly seals: bigint;
  /** Rows still waiting for their seal (a second or two of work). */
  readonly rowsUnsealed: bigint;
  /** False if no anchor of this organization was available: a rollback of the whole chain would not be found. */
  readonly anchored: boolean;
}

export interface VerifyOptions {
  /** Anchors kept elsewhere; by default those of the data folder. */
  readonly anchors?: ReadonlyMap<OrganizationId, Anchor>;
}

const PROBLEMS_MAX = 100;
const SEALS_PER_BATCH = 20;
const ROWS_PER_COMPARISON = 500_000;
/** The sealer may add seals during the verification; each round reads what it added. */
const ROUNDS_MAX = 100;

/**
 * Recomputes one organization's whole chain, a few seals at a time, and reports every mismatch: edits, deletions,
 * insertions, or swaps of rows or seals, a truncated tail, a missing head, rows outside the chain, and, with the
 * anchor, a chain rolled back as a whole. Runs while the service runs.
 */
export async function verifyAudit(
  service: Pick<Service, "vault" | "config">,
  db: Queryable,
  organizationId: OrganizationId,
  options: VerifyOptions = {},
): Promise<AuditReport> {
  const anchors = options.anchors ?? (await readAnchors(service.config.dataDir));
  const walk = startWalk(service, organizationId, anchors.get(organizationId));
  const end = await finishWalk(walk, db);
  await checkStrays(walk, db);
  return {
    organizationId,
    intact: walk.problems.length === 0,
    problems: walk.problems,
    rowsSealed: walk.rowsSealed,
    seals: walk.seals,
    rowsUnsealed: end.rows_unsealed,
    anchored: walk.anchor !== undefined,
  };
}

/** The progress along the chain. */
export interface Walk {
  readonly key: ChainKey;
  readonly organizationId: OrganizationId;
  readonly anchor: Anchor | undefined;
  readonly problems: AuditProblem[];
  sealNumber: bigint;
  lastMac: Buffer;
  seals: bigint;
  rowsSealed: bigint;
  anchorSeen: boolean;
  readonly ends: StreamEnds;
}

export const startWalk = (
  { vault }: Pick<Service, "vault">,
  organizationId: OrganizationId,
  anchor: Anchor | undefined,
): Walk => ({
  key: chainKeyOf(vault, organizationId),
  organizationId,
  anchor,
  problems: [],
  sealNumber: 0n,
  lastMac: CHAIN_START,
  seals: 0n,
  rowsSealed: 0n,
  anchorSeen: false,
  ends: new Map(),
});

function report(walk: Walk, problem: AuditProblem): void {
  if (walk.problems.length < PROBLEMS_MAX) walk.problems.push(problem);
}

/** Follows the chain to its end, and checks the end and the rows waiting after it. */
export async function finishWalk(walk: Walk, db: Queryable): Promise<ChainEndRow> {
  const { counters, end, unsealed } = await readEnd(walk, db);
  checkHead(walk, end);
  if (walk.anchor !== undefined && !walk.anchorSeen)
    report(walk, { kind: "anchorDoesNotFit", sealNumber: walk.anchor.sealNumber });
  await checkStreamEnds(walk, db);
  for (const ids of unsealed) await checkUnsealed(walk, db, ids);
  // The counters were read first, so the rows of all numbers assigned by then must have been found.
  for (const { stream_id: streamId, number } of counters)
    if ((walk.ends.get(streamId) ?? 0n) < number) report(walk, { kind: "streamCut", streamId, number });
  return end;
}

/**
 * Follows the chain to its end and reads the waiting rows, again if the sealer ran in between: the rows it sealed would
 * be missing from both.
 */
async function readEnd(walk: Walk, db: Queryable) {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const counters = await findCounters(db, walk.organizationId);
    const end = await walkToEnd(walk, db);
    const unsealed = (await findUnsealedIds(db, walk.organizationId)).map(({ ids }) => ids);
    const now = await findChainEnd(db, walk.organizationId);
    if (now.last_seal_number === end.last_seal_number) return { counters, end, unsealed };
  }
  throw new Error("Seals are added faster than they can be verified. Verify again under less load.");
}

/** Follows the chain until no seal follows when its end is read, and returns that end. */
async function walkToEnd(walk: Walk, db: Queryable): Promise<ChainEndRow> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    while (await continueWalk(walk, db));
    const end = await findChainEnd(db, walk.organizationId);
    if ((end.last_seal_number ?? 0n) <= walk.sealNumber) return end;
  }
  throw new Error("Seals are added faster than they can be verified. Verify again under less load.");
}

/** Follows the chain by some seals; false at its end. */
export async function continueWalk(walk: Walk, db: Queryable): Promise<boolean> {
  const seals = await findSealsAfter(db, walk.organizationId, walk.sealNumber, SEALS_PER_BATCH);
  const found = await findSealedRows(
    db,
    walk.organizationId,
    seals.flatMap((seal) => seal.audit_ids),
  );
  const rows = new Map(found.map((row) => [row.audit_id, row]));
  for (const seal of seals) checkSeal(walk, seal, rows);
  return seals.length > 0;
}

function checkSeal(walk: Walk, seal: SealRow, rows: ReadonlyMap<string, SealedRow>): void {
  const { organizationId } = walk;
  const sealNumber = seal.seal_number;
  if (sealNumber !== walk.sealNumber + 1n) report(walk, { kind: "sealMissing", sealNumber: walk.sealNumber + 1n });
  for (const auditId of seal.audit_ids) {
    const row = rows.get(auditId);
    if (row === undefined) report(walk, { kind: "rowMissing", auditId, sealNumber });
    else for (const problem of problemsOfRow(walk, row, walk.ends)) report(walk, problem);
  }
  const content = {
    organizationId,
    sealNumber,
    sealedAt: seal.sealed_at,
    previousMac: walk.lastMac,
    rowCount: seal.audit_ids.length,
    rowsDigest: rowsDigest(seal.audit_ids, rows),
  };
  if (!sealMac(walk.key, content).equals(seal.mac)) report(walk, { kind: "sealDoesNotFit", sealNumber });
  if (walk.anchor?.sealNumber === sealNumber && walk.anchor.mac.equals(seal.mac)) walk.anchorSeen = true;
  walk.sealNumber = sealNumber;
  // The stored value, not the expected one, so that one change is reported once, not at every later seal.
  walk.lastMac = seal.mac;
  walk.seals += 1n;
  walk.rowsSealed += BigInt(seal.audit_ids.length);
}

function checkHead(walk: Walk, end: ChainEndRow): void {
  const { organizationId, key } = walk;
  const { head_seal_number: sealNumber, head_rows_sealed: rowsSealed, head_mac: mac } = end;
  if (sealNumber === null || rowsSealed === null || mac === null) {
    if (walk.seals > 0n) report(walk, { kind: "headMissing" });
    return;
  }
  const expected = headMac(key, { organizationId, sealNumber, rowsSealed, lastMac: walk.lastMac });
  const fits = sealNumber === walk.sealNumber && rowsSealed === walk.rowsSealed && mac.equals(expected);
  if (!fits) report(walk, { kind: "headDoesNotFit" });
}

/** Checks that the sealer wrote the recorded ends of the streams; it may have advanced them since. */
async function checkStreamEnds(walk: Walk, db: Queryable): Promise<void> {
  const { organizationId, key } = walk;
  const stored = new Map((await findStreamEnds(db, organizationId)).map((end) => [end.stream_id, end]));
  for (const [streamId, number] of walk.ends) {
    const end = stored.get(streamId);
    if (end === undefined || end.number < number || !endFits(key, organizationId, end))
      report(walk, { kind: "streamEndDoesNotFit", streamId });
  }
}

/** The rows named by the outbox must follow the sealed ones. */
async function checkUnsealed(walk: Walk, db: Queryable, ids: readonly string[]): Promise<void> {
  const rows = new Map((await findSealedRows(db, walk.organizationId, ids)).map((row) => [row.audit_id, row]));
  for (const auditId of ids) {
    const row = rows.get(auditId);
    if (row === undefined) report(walk, { kind: "rowMissing", auditId });
    else for (const problem of problemsOfRow(walk, row, walk.ends)) report(walk, problem);
  }
}

/** Every row is sealed or named by the outbox. */
async function checkStrays(walk: Walk, db: Queryable): Promise<void> {
  const { organizationId } = walk;
  let above: string | undefined;
  do {
    // Terminates: each range starts at the previous end, and the last has no end.
    const upTo: string | undefined = (await findIdAhead(db, organizationId, { above, rows: ROWS_PER_COMPARISON }))
      ?.audit_id;
    const strays = await findStrayRows(db, organizationId, { above, upTo, limit: PROBLEMS_MAX });
    for (const row of strays) report(walk, { kind: "rowNotSealed", auditId: row.audit_id });
    above = upTo;
  } while (above !== undefined);
}
