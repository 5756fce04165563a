import { createHash, randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { assert } from "#kernel/assert.ts";
import { KEY_BYTES } from "#kernel/crypto/cipher.ts";
import type { Service } from "#kernel/process/service.ts";
import { mayOlderVersionsServe } from "#kernel/process/service-mode.queries.ts";
import type { Database, Tx } from "#kernel/sql/database.ts";
import { StorageUnavailable } from "#kernel/storage/object-store.ts";
import { sealWhole, WHOLE_BYTES_MAX } from "#kernel/storage/sealed-content.ts";
import { spool } from "#kernel/storage/spool.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId } from "../bank-file.ts";
import { adoptContents, insertContent, insertSmallContents } from "./contents.queries.ts";
import { sealedFacts } from "./sealed-facts.ts";

/** The largest file that is written or received. */
export const FILE_BYTES_MAX = 512 * 1024 * 1024;
const SHA256_BYTES = 32;
/** Contents up to this size are kept in the database: most files have one payment or its answer. */
const SMALL_BYTES_MAX = WHOLE_BYTES_MAX / 2;
/** The migration since which small contents are kept there. */
const MIGRATION = 54;

/** A content that no file refers to yet. Its key exists in memory only. */
export interface StoredContent {
  readonly objectName: string;
  readonly key: Buffer;
  readonly bytes: number;
  readonly sha256: Buffer;
  /** A small content, encrypted, which the transaction of its file stores. The object store has the others. */
  readonly small: Buffer | undefined;
}

/**
 * Encrypts a content. A large one is put into the object store, while memory holds a few chunks. Call outside any
 * transaction, then give the result to writeFiles or closeFile; if that does not happen within half an hour, the sweep
 * deletes the content. Rejects with ContentTooLarge above FILE_BYTES_MAX, StorageUnavailable (SpoolUnavailable if it is
 * this machine's disk), or the source's own error.
 */
export async function storeContent(
  service: Pick<Service, "config" | "database" | "clock" | "objects">,
  organizationId: OrganizationId,
  source: AsyncIterable<Uint8Array>,
): Promise<StoredContent> {
  const chunks = asBuffers(source);
  const start: Buffer[] = [];
  let bytes = 0;
  for (let next = await chunks.next(); ; next = await chunks.next()) {
    if (next.done === true) {
      if (await keepsSmallContents(service.database)) return smallContent(Buffer.concat(start));
      break;
    }
    start.push(next.value);
    bytes += next.value.length;
    if (bytes > SMALL_BYTES_MAX) break;
  }
  return largeContent(service, organizationId, startingWith(start, chunks));
}

function smallContent(plain: Buffer): StoredContent {
  const objectName = randomBytes(16).toString("hex");
  const key = randomBytes(KEY_BYTES);
  const sha256 = createHash("sha256").update(plain).digest();
  const small = sealWhole(deflateRawSync(plain), { key, context: objectName });
  return { objectName, key, bytes: plain.length, sha256, small };
}

async function largeContent(
  service: Pick<Service, "config" | "database" | "clock" | "objects">,
  organizationId: OrganizationId,
  source: AsyncIterable<Buffer>,
): Promise<StoredContent> {
  const spooled = await spool(service.config.dataDir, source, { maxBytes: FILE_BYTES_MAX });
  try {
    const named = await insertContent(service.database, organizationId, spooled.name, service.clock.now());
    assert(named === 1, "a content is named before it is stored, so that the sweep finds it");
    await service.objects.put(spooled.name, spooled.sealed);
    const { name: objectName, key, sizeBytes: bytes, sha256 } = spooled;
    return { objectName, key, bytes, sha256, small: undefined };
  } finally {
    await spooled.discard();
  }
}

const keeping = new WeakSet<Database>();

/** False while processes may serve that look for every content in the object store. */
async function keepsSmallContents(database: Database): Promise<boolean> {
  if (keeping.has(database)) return true;
  if (await mayOlderVersionsServe(database, MIGRATION)) return false;
  keeping.add(database);
  return true;
}

async function* asBuffers(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  for await (const chunk of source) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

async function* startingWith(start: readonly Buffer[], rest: AsyncGenerator<Buffer, undefined>) {
  try {
    yield* start;
    yield* rest;
  } finally {
    // A reader that stops early must not leave the source open.
    await rest.return(undefined);
  }
}

export interface ContentOwner {
  readonly fileId: BankFileId;
  /** The file's name at the bank. */
  readonly name: string;
  readonly content: StoredContent;
}

/** The columns that refer to a stored content. */
export interface ContentColumns {
  readonly object_name: string;
  readonly content_key: Buffer;
  readonly bytes: number;
  readonly sha256: Buffer;
}

/**
 * The columns of files' contents, each sealed for its file, in the same order. The contents are no longer swept if the
 * transaction commits.
 */
export async function contentColumnsOf(
  service: Pick<Service, "vault" | "clock">,
  tx: Tx,
  organizationId: OrganizationId,
  owners: readonly ContentOwner[],
): Promise<readonly ContentColumns[]> {
  const small: { objectName: string; content: Buffer }[] = [];
  const stored: string[] = [];
  const columns: ContentColumns[] = [];
  for (const { fileId, name, content } of owners) {
    const { objectName, bytes, sha256 } = content;
    assert(sha256.length === SHA256_BYTES, "a content is known by its SHA-256");
    assert(bytes <= FILE_BYTES_MAX, "a stored content is within the limit");
    if (content.small === undefined) stored.push(objectName);
    else small.push({ objectName, content: content.small });
    const facts = { name, bytes, sha256, objectName };
    const sealed = await sealedFacts.seal(service, tx, { organizationId, fileId, facts, key: content.key });
    columns.push({ object_name: objectName, content_key: sealed, bytes, sha256 });
  }
  if (small.length > 0) {
    const inserted = await insertSmallContents(tx, organizationId, { contents: small, at: service.clock.now() });
    assert(inserted === small.length, "each small content is stored once");
  }
  if (stored.length > 0 && (await adoptContents(tx, organizationId, stored)) !== stored.length)
    throw new StorageUnavailable("A content was deleted because no file referred to it for half an hour");
  return columns;
}
