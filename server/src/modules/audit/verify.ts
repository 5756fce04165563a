import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Queryable } from "../../kernel/sql/database.ts";
import { type Anchor, readAnchors } from "./anchors.ts";
import { CHAIN_START, type ChainKey, chainKeyOf, headMac, rowsDigest, type SealedRow, sealMac } from "./chain.ts";
import {
  type ChainEndRow,
  findChainEnd,
  findIdAhead,
  findMissingUnsealed,
  findRows,
  findSealsAfter,
  findStrayRows,
  type SealRow,
} from "./seals.queries.ts";

/** What is wrong, and where. */
export type AuditProblem =
  /** A row's content, the row itself or the seal was changed: the seal's code does not fit. */
  | { readonly kind: "sealDoesNotFit"; readonly sealNumber: bigint }
  | { readonly kind: "sealMissing"; readonly sealNumber: bigint }
  | { readonly kind: "rowMissing"; readonly auditId: string; readonly sealNumber?: bigint }
  /** A row no seal holds and no outbox row names: put in, or its seal was taken away. */
  | { readonly kind: "rowNotSealed"; readonly auditId: string }
  | { readonly kind: "headMissing" }
  /** The head was changed, or does not name the last seal or the number of rows. */
  | { readonly kind: "headDoesNotFit" }
  /** The chain was put back to an earlier state: it lacks the seal the anchors file names. */
  | { readonly kind: "anchorDoesNotFit"; readonly sealNumber: bigint };

export interface AuditReport {
  readonly organizationId: OrganizationId;
  readonly intact: boolean;
  /** The first hundred. */
  readonly problems: readonly AuditProblem[];
  readonly rowsSealed: bigint;
  readonly seals: bigint;
  /** Rows that still wait for their seal (a second or two of work). */
  readonly rowsUnsealed: bigint;
  /** False when no anchor of this organisation was at hand: a roll-back of the whole chain would go unseen. */
  readonly anchored: boolean;
}

export interface VerifyOptions {
  /** Anchors kept elsewhere; by default those of the data folder. */
  readonly anchors?: ReadonlyMap<OrganizationId, Anchor>;
}

const PROBLEMS_MAX = 100;
const SEALS_PER_BATCH = 20;
const ROWS_PER_COMPARISON = 500_000;
/** The sealer may add seals while we read; each round reads what it added. */
const ROUNDS_MAX = 100;

/**
 * Recomputes one organisation's whole chain, a few seals at a time, and says everything that does not fit: any edit,
 * deletion, insertion or swap of rows or seals, a tail cut off, a missing head, rows out of the chain's reach, and, with
 * the anchor, a chain put back as a whole. Works beside a running service.
 */
export async function verifyAudit(
  service: Pick<Service, "vault" | "config">,
  db: Queryable,
  organizationId: OrganizationId,
  options: VerifyOptions = {},
): Promise<AuditReport> {
  const anchors = options.anchors ?? (await readAnchors(service.config.dataDir));
  const walk = startWalk(chainKeyOf(service.vault, organizationId), organizationId, anchors.get(organizationId));
  const end = await walkToEnd(walk, db);
  checkHead(walk, end);
  if (walk.anchor !== undefined && !walk.anchorSeen)
    report(walk, { kind: "anchorDoesNotFit", sealNumber: walk.anchor.sealNumber });
  await checkUnsealed(walk, db);
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

/** How far the chain has been followed. */
interface Walk {
  readonly key: ChainKey;
  readonly organizationId: OrganizationId;
  readonly anchor: Anchor | undefined;
  readonly problems: AuditProblem[];
  sealNumber: bigint;
  lastMac: Buffer;
  seals: bigint;
  rowsSealed: bigint;
  anchorSeen: boolean;
}

const startWalk = (key: ChainKey, organizationId: OrganizationId, anchor: Anchor | undefined): Walk => ({
  key,
  organizationId,
  anchor,
  problems: [],
  sealNumber: 0n,
  lastMac: CHAIN_START,
  seals: 0n,
  rowsSealed: 0n,
  anchorSeen: false,
});

function report(walk: Walk, problem: AuditProblem): void {
  if (walk.problems.length < PROBLEMS_MAX) walk.problems.push(problem);
}

/** Follows the chain until nothing lies behind it at the moment its end is read, and returns that end. */
async function walkToEnd(walk: Walk, db: Queryable): Promise<ChainEndRow> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await walkOn(walk, db);
    const end = await findChainEnd(db, walk.organizationId);
    if ((end.last_seal_number ?? 0n) <= walk.sealNumber) return end;
  }
  throw new Error("Seals are added faster than they can be verified: verify while less is going on");
}

/** Ends: every batch starts behind the last seal of the one before. */
async function walkOn(walk: Walk, db: Queryable): Promise<void> {
  for (;;) {
    const seals = await findSealsAfter(db, walk.organizationId, walk.sealNumber, SEALS_PER_BATCH);
    if (seals.length === 0) return;
    const found = await findRows(
      db,
      walk.organizationId,
      seals.flatMap((seal) => seal.audit_ids),
    );
    const rows = new Map(found.map((row) => [row.audit_id, row]));
    for (const seal of seals) checkSeal(walk, seal, rows);
  }
}

function checkSeal(walk: Walk, seal: SealRow, rows: ReadonlyMap<string, SealedRow>): void {
  const { organizationId } = walk;
  const sealNumber = seal.seal_number;
  if (sealNumber !== walk.sealNumber + 1n) report(walk, { kind: "sealMissing", sealNumber: walk.sealNumber + 1n });
  for (const auditId of seal.audit_ids) {
    if (!rows.has(auditId)) report(walk, { kind: "rowMissing", auditId, sealNumber });
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
  // What is stored, not what should be: one change then shows once, not at every seal behind it.
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

/** Every row is sealed or named by the outbox, and every row the outbox names is there. */
async function checkUnsealed(walk: Walk, db: Queryable): Promise<void> {
  const { organizationId } = walk;
  let above: string | undefined;
  do {
    // Ends: each range starts where the one before ended; the last has no end.
    const upTo: string | undefined = (await findIdAhead(db, organizationId, { above, rows: ROWS_PER_COMPARISON }))
      ?.audit_id;
    const strays = await findStrayRows(db, organizationId, { above, upTo, limit: PROBLEMS_MAX });
    for (const row of strays) report(walk, { kind: "rowNotSealed", auditId: row.audit_id });
    above = upTo;
  } while (above !== undefined);
  for (const row of await findMissingUnsealed(db, organizationId, PROBLEMS_MAX))
    report(walk, { kind: "rowMissing", auditId: row.audit_id });
}
