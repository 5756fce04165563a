import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { StorageUnavailable } from "#kernel/storage/object-store.ts";
import { spool } from "#kernel/storage/spool.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId } from "../bank-file.ts";
import { adoptContent, insertContent } from "./contents.queries.ts";
import { sealedFacts } from "./sealed-facts.ts";

/** The largest file that is written or received. */
export const FILE_BYTES_MAX = 512 * 1024 * 1024;
const SHA256_BYTES = 32;

/** A content in the object store that no file refers to yet. Its key exists in memory only. */
export interface StoredContent {
  readonly objectName: string;
  readonly key: Buffer;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/**
 * Encrypts a content and puts it into the object store; memory holds a few chunks. Call outside any transaction, then
 * give the result to writeFile or closeFile; if that does not happen within half an hour, the sweep deletes the content.
 * Rejects with ContentTooLarge above FILE_BYTES_MAX, StorageUnavailable (SpoolUnavailable if it is this machine's disk), or
 * the source's own error.
 */
export async function storeContent(
  service: Pick<Service, "config" | "database" | "clock" | "objects">,
  organizationId: OrganizationId,
  source: AsyncIterable<Uint8Array>,
): Promise<StoredContent> {
  const spooled = await spool(service.config.dataDir, asBuffers(source), { maxBytes: FILE_BYTES_MAX });
  try {
    const named = await insertContent(service.database, organizationId, spooled.name, service.clock.now());
    assert(named === 1, "a content is named before it is stored, so that the sweep finds it");
    await service.objects.put(spooled.name, spooled.sealed);
    return { objectName: spooled.name, key: spooled.key, bytes: spooled.sizeBytes, sha256: spooled.sha256 };
  } finally {
    await spooled.discard();
  }
}

async function* asBuffers(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of source) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** The columns of a file's content, sealed for this file. The content is no longer swept if the transaction commits. */
export async function fileContentColumns(
  service: Pick<Service, "vault">,
  tx: Tx,
  { organizationId, fileId, name, content }: ContentOwner,
) {
  assert(content.sha256.length === SHA256_BYTES, "a content is known by its SHA-256");
  assert(content.bytes <= FILE_BYTES_MAX, "a stored content is within the limit");
  if ((await adoptContent(tx, organizationId, content.objectName)) !== 1)
    throw new StorageUnavailable("The content was deleted because no file referred to it for half an hour");
  const facts = { name, bytes: content.bytes, sha256: content.sha256, objectName: content.objectName };
  return {
    object_name: content.objectName,
    content_key: await sealedFacts.seal(service, tx, { organizationId, fileId, facts, key: content.key }),
    bytes: content.bytes,
    sha256: content.sha256,
  };
}

export interface ContentOwner {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
  /** The file's name at the bank. */
  readonly name: string;
  readonly content: StoredContent;
}
