import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { UnreadableValue } from "#kernel/crypto/vault.ts";
import type { Service } from "#kernel/process/service.ts";
import { ObjectMissing } from "#kernel/storage/object-store.ts";
import { DamagedContent, openWhole } from "#kernel/storage/sealed-content.ts";
import { type KnownContent, readVerified } from "#kernel/storage/verified-content.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId, FileKey } from "../bank-file.ts";
import type { ConnectionId } from "../bank-rail.ts";
import { type ContentRow, findFileContents } from "./contents.queries.ts";
import { sealedFacts } from "./sealed-facts.ts";

export interface OpenFile {
  readonly connectionId: ConnectionId;
  readonly name: string;
  readonly bytes: number;
  /** Decrypted and checked: throws before the last bytes if the content is not what was stored. */
  chunks(): AsyncGenerator<Buffer, void>;
}

/** A file's content; undefined if it has none. Rejects with DamagedContent or UnreadableValue if its row was changed. */
export async function openBankFile(
  service: ContentService,
  { organizationId, fileId }: FileKey,
): Promise<OpenFile | undefined> {
  const [row] = await findFileContents(service.database, organizationId, [fileId]);
  return row && openRow(service, organizationId, row);
}

type ContentService = Pick<Service, "database" | "vault" | "objects">;

/** Finds the contents of files. Each is opened as above, or undefined if the file has none. */
export async function findBankFiles(
  service: ContentService,
  organizationId: OrganizationId,
  fileIds: readonly BankFileId[],
): Promise<(fileId: BankFileId) => Promise<OpenFile | undefined>> {
  const found = await findFileContents(service.database, organizationId, fileIds);
  const rows = new Map(found.map((row) => [row.file_id, row]));
  return async (fileId) => {
    const row = rows.get(fileId);
    return row && openRow(service, organizationId, row);
  };
}

async function openRow(service: ContentService, organizationId: OrganizationId, row: ContentRow): Promise<OpenFile> {
  const { file_id: fileId, name, object_name: objectName, sha256, content_key: sealed } = row;
  const bytes = Number(row.bytes);
  const facts = { name, objectName, bytes, sha256 };
  const key = await sealedFacts.open(service, service.database, { organizationId, fileId, facts, sealed });
  const content = { objectName, key, sizeBytes: bytes, sha256 };
  const { small } = row;
  let opened: Buffer | undefined;
  // A received file is read several times: to find its format, and to read what it says.
  const whole = (sealed: Buffer) => (opened ??= openSmall(sealed, content));
  return {
    connectionId: row.connection_id,
    name,
    bytes,
    chunks: () => (small === null ? readVerified(service.objects, content) : once(() => whole(small))),
  };
}

/** Asynchronous, so that both kinds of contents are read in the same way. */
async function* once(read: () => Buffer): AsyncGenerator<Buffer, void> {
  yield read();
}

function openSmall(sealed: Buffer, { objectName, key, sizeBytes, sha256 }: KnownContent): Buffer {
  const deflated = openWhole(sealed, { key, context: objectName });
  // What opens with the key was written by storeContent, so it inflates to what was given to it.
  const plain = inflateRawSync(deflated, { maxOutputLength: Math.max(sizeBytes, 1) });
  if (!createHash("sha256").update(plain).digest().equals(sha256))
    throw new DamagedContent("The content is not what was stored");
  return plain;
}

/** True if the stored content is missing, damaged, or was changed; retrying does not help. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedContent || error instanceof UnreadableValue || error instanceof ObjectMissing;
