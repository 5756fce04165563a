import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { drainOutbox } from "#kernel/work/outbox.ts";
import { type ChainKey, chainKeyOf, microsecondText, type SealedRow } from "#records/audit";
import { checkRows } from "../check-rows.ts";
import { setLockTimeout } from "../streams.queries.ts";
import { type Anchor, noteAnchor, writeAnchors } from "./anchors.ts";
import { CHAIN_START, headMac, rowsDigest, sealMac } from "./chain.ts";
import {
  findLastSeal,
  findSealedRows,
  findStrayRows,
  type HeadRow,
  insertSeal,
  lockHead,
  putHead,
  type SealRow,
} from "./seals.queries.ts";

/** The maximum number of rows per seal: a verifier holds them in memory. */
const ROWS_PER_SEAL = 1_000;
const COMMITS_PER_PASS = 200;

type Sealing = Pick<Service, "config" | "database" | "clock" | "vault" | "log">;

/**
 * Seals the rows audited since the last pass: one or more seals per organization, in one transaction with the outbox
 * rows that named them. Returns the number of sealed rows. Then updates the anchors file, at most every few seconds.
 *
 * First checks that the rows are what the service wrote, and raises an alarm if not.
 *
 * The sealer never repairs a chain: if the head is missing or does not match, it keeps sealing, so that later rows are
 * protected, and leaves the head unchanged, so that every verification reports it.
 */
export async function runAuditSealer(service: Sealing): Promise<number> {
  const sealed = new Map<OrganizationId, Anchor>();
  const rows = await drainOutbox(service, {
    topic: "audit",
    rowsPerCommit: COMMITS_PER_PASS,
    handle: async (tx, organizationId, ids) => {
      const anchor = await sealRows(service, tx, { organizationId, ids });
      // After a conflict, the transaction runs again; the last value is the committed one.
      if (anchor !== undefined) sealed.set(organizationId, anchor);
    },
  });
  for (const [organizationId, anchor] of sealed) noteAnchor(service.config.dataDir, organizationId, anchor);
  await writeAnchors(service);
  return rows;
}

interface Named {
  readonly organizationId: OrganizationId;
  readonly ids: readonly string[];
}

/** Returns the new end of the chain, or undefined if it is broken. */
async function sealRows(service: Sealing, tx: Tx, { organizationId, ids }: Named): Promise<Anchor | undefined> {
  const key = chainKeyOf(service.vault, organizationId);
  await setLockTimeout(tx);
  const head = await lockHead(tx, organizationId);
  let last = await findLastSeal(tx, organizationId);
  const intact =
    headFits(key, organizationId, { head, last }) && (last !== undefined || (await isFirstSeal(tx, organizationId)));
  if (!intact) service.log.error({ organizationId }, "The audit chain is broken. Run `bursar audit verify`.");
  const sealedAt = service.clock.now();
  const rows = new Map((await findSealedRows(tx, organizationId, ids)).map((row) => [row.audit_id, row]));
  await checkRows(service, tx, { organizationId, key, ids, rows });
  for (let from = 0; from < ids.length; from += ROWS_PER_SEAL) {
    const auditIds = ids.slice(from, from + ROWS_PER_SEAL);
    last = await sealOne(tx, { organizationId, key, last, sealedAt, auditIds, rows });
  }
  if (!intact || last === undefined) return undefined;
  const content = {
    organizationId,
    sealNumber: last.seal_number,
    rowsSealed: (head?.rows_sealed ?? 0n) + BigInt(ids.length),
    lastMac: last.mac,
  };
  await putHead(tx, organizationId, {
    seal_number: content.sealNumber,
    rows_sealed: content.rowsSealed,
    mac: headMac(key, content),
  });
  return { sealNumber: last.seal_number, mac: last.mac };
}

interface ChainEnd {
  readonly head: HeadRow | undefined;
  readonly last: SealRow | undefined;
}

/** Whether the head is genuine and names the last seal; without seals, there must be no head. */
function headFits(key: ChainKey, organizationId: OrganizationId, { head, last }: ChainEnd): boolean {
  if (head === undefined || last === undefined) return head === undefined && last === undefined;
  const expected = headMac(key, {
    organizationId,
    sealNumber: head.seal_number,
    rowsSealed: head.rows_sealed,
    lastMac: last.mac,
  });
  return head.seal_number === last.seal_number && head.mac.equals(expected);
}

/** A chain may start only where every row still waits for its seal; otherwise its seals were deleted. */
const isFirstSeal = async (tx: Tx, organizationId: OrganizationId): Promise<boolean> =>
  (await findStrayRows(tx, organizationId, { limit: 1 })).length === 0;

interface NewSeal {
  readonly organizationId: OrganizationId;
  readonly key: ChainKey;
  readonly last: SealRow | undefined;
  readonly sealedAt: Date;
  readonly auditIds: readonly string[];
  readonly rows: ReadonlyMap<string, SealedRow>;
}

async function sealOne(tx: Tx, { organizationId, key, last, sealedAt, auditIds, rows }: NewSeal): Promise<SealRow> {
  const sealNumber = (last?.seal_number ?? 0n) + 1n;
  const sealedText = microsecondText(sealedAt);
  const mac = sealMac(key, {
    organizationId,
    sealNumber,
    sealedAt: sealedText,
    previousMac: last?.mac ?? CHAIN_START,
    rowCount: auditIds.length,
    rowsDigest: rowsDigest(auditIds, rows),
  });
  await insertSeal(tx, organizationId, { seal_number: sealNumber, audit_ids: auditIds, mac, sealedAt });
  return { seal_number: sealNumber, audit_ids: auditIds, mac, sealed_at: sealedText };
}
