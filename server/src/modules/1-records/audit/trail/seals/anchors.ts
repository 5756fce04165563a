import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import { inThisGeneration } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findSeal } from "./seals.queries.ts";

/**
 * The end of each organization's chain, stored outside the database. An old backup restored inside the database would
 * be consistent; the anchor would not match. The file is as safe as the data folder: copy it elsewhere for more safety
 * (docs/spec/operations.md). To restore a backup on purpose, delete the file.
 */
export interface Anchor {
  readonly sealNumber: bigint;
  readonly mac: Buffer;
}

export const anchorsFileOf = (dataDir: string): string => join(dataDir, "audit-anchors.json");

const WRITE_EVERY_MS = 3 * SECOND_MS;

/**
 * Anchors that this process has yet to write, per data folder. If it dies, the file lags behind, which is not an alarm.
 */
interface Pending {
  readonly anchors: Map<OrganizationId, Anchor>;
  writtenAtMs: number;
}
const pendingByFolder = new Map<string, Pending>();
const forgetOld = inThisGeneration(() => pendingByFolder.clear());

export function noteAnchor(dataDir: string, organizationId: OrganizationId, anchor: Anchor): void {
  forgetOld();
  const pending = pendingByFolder.get(dataDir) ?? { anchors: new Map(), writtenAtMs: Number.NEGATIVE_INFINITY };
  pendingByFolder.set(dataDir, pending);
  pending.anchors.set(organizationId, anchor);
}

/**
 * Writes the pending anchors, unless the last write was less than three seconds ago. An anchor advances only while the
 * chain still contains the seal it names; otherwise the chain was rolled back, and the old anchor stays as evidence. A
 * failed write is only logged, because sealing must continue.
 */
export async function writeAnchors(
  { config: { dataDir }, database, log }: Pick<Service, "config" | "database" | "log">,
  { now = performance.now() }: { readonly now?: number } = {},
): Promise<void> {
  forgetOld();
  const pending = pendingByFolder.get(dataDir);
  if (pending === undefined || pending.anchors.size === 0 || now - pending.writtenAtMs < WRITE_EVERY_MS) return;
  pending.writtenAtMs = now;
  const noted = new Map(pending.anchors);
  pending.anchors.clear();
  try {
    const anchors = new Map(await readAnchors(dataDir));
    for (const [organizationId, anchor] of noted) {
      const old = anchors.get(organizationId);
      const held =
        old === undefined || (await findSeal(database, organizationId, old.sealNumber))?.mac.equals(old.mac) === true;
      // Another process may have written a later one.
      const later = old === undefined || anchor.sealNumber > old.sealNumber;
      if (held && later) anchors.set(organizationId, anchor);
      if (!held)
        log.error(
          { organizationId },
          "The audit chain no longer contains the seal of its anchor. Run `bursar audit verify`.",
        );
    }
    await replaceFile(dataDir, anchors);
  } catch (error) {
    log.warn({ err: error }, "The audit anchors could not be written");
  }
}

/**
 * Organizations whose chain lacks the seal that this data folder has seen: their database is older than the folder, as
 * after a restore to an earlier time, or their chain was rolled back. Throws if the anchors cannot be read.
 */
export async function chainsBehindAnchors({
  config: { dataDir },
  database,
}: Pick<Service, "config" | "database">): Promise<readonly OrganizationId[]> {
  const behind: OrganizationId[] = [];
  for (const [organizationId, { sealNumber, mac }] of await readAnchors(dataDir))
    if ((await findSeal(database, organizationId, sealNumber))?.mac.equals(mac) !== true) behind.push(organizationId);
  return behind;
}

async function replaceFile(dataDir: string, anchors: ReadonlyMap<OrganizationId, Anchor>): Promise<void> {
  const entries = [...anchors].map(([organizationId, { sealNumber, mac }]) => [
    organizationId,
    { sealNumber: sealNumber.toString(), mac: mac.toString("hex") },
  ]);
  const draft = `${anchorsFileOf(dataDir)}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${JSON.stringify(Object.fromEntries(entries), undefined, 1)}\n`, {
      mode: 0o600,
      flag: "wx",
      flush: true,
    });
    await rename(draft, anchorsFileOf(dataDir));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The anchors in the data folder; none if the file does not exist. Throws on a file that is not valid. */
export async function readAnchors(dataDir: string): Promise<ReadonlyMap<OrganizationId, Anchor>> {
  let text: string;
  try {
    text = await readFile(anchorsFileOf(dataDir), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
    throw error;
  }
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null)
    throw new Error(`${anchorsFileOf(dataDir)} contains no valid anchors`);
  return new Map(
    Object.entries(parsed).map(([organizationId, anchor]) => {
      if (!isAnchorText(anchor)) throw new Error(`${anchorsFileOf(dataDir)} contains no anchor for ${organizationId}`);
      // The keys were written by replaceFile, above.
      return [
        organizationId as OrganizationId,
        { sealNumber: BigInt(anchor.sealNumber), mac: Buffer.from(anchor.mac, "hex") },
      ] as const;
    }),
  );
}

const isAnchorText = (value: unknown): value is { sealNumber: string; mac: string } =>
  typeof value === "object" &&
  value !== null &&
  "sealNumber" in value &&
  typeof value.sealNumber === "string" &&
  /^\d{1,18}$/.test(value.sealNumber) &&
  "mac" in value &&
  typeof value.mac === "string" &&
  /^[0-9a-f]{64}$/.test(value.mac);
