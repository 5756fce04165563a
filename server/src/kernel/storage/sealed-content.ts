import { createCipheriv, createDecipheriv } from "node:crypto";
import { assert } from "../assert.ts";

/**
 * Encrypted content, in chunks so that it can be written, read, and checked as a stream: each chunk of 64 KiB is sealed
 * with AES-256-GCM under a key used for this content only. The nonce is the chunk's number and whether it is the last
 * one (the STREAM construction of Hoang, Reyhanitabar, Rogaway, and Vizár), so missing, repeated, and reordered chunks
 * do not open. The context ties the content to its name.
 */
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;

/** A stored content that was not written by this service under this name, or that was damaged. */
export class DamagedContent extends Error {
  override readonly name = "DamagedContent";
}

const chunkCount = (sizeBytes: number): number => Math.max(1, Math.ceil(sizeBytes / CHUNK_BYTES));

/** The size of a content once encrypted. */
export const sealedSizeOf = (sizeBytes: number): number => sizeBytes + chunkCount(sizeBytes) * TAG_BYTES;

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 4);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export interface ContentKey {
  readonly key: Buffer;
  readonly context: string;
}

/** Encrypts a stream. Memory holds one chunk at a time. */
export async function* sealContent(source: AsyncIterable<Buffer>, key: ContentKey): AsyncGenerator<Buffer> {
  let number = 0;
  let waiting: Buffer | undefined;
  for await (const chunk of inChunks(source, CHUNK_BYTES)) {
    if (waiting !== undefined) yield sealChunk(waiting, key, nonceOf(number++, false));
    waiting = chunk;
  }
  yield sealChunk(waiting ?? Buffer.alloc(0), key, nonceOf(number, true));
}

/** Decrypts a stream of a known size. Throws DamagedContent, at the latest at the end. */
export async function* openContent(
  source: AsyncIterable<Buffer>,
  { key, sizeBytes }: { key: ContentKey; sizeBytes: number },
): AsyncGenerator<Buffer> {
  const count = chunkCount(sizeBytes);
  let number = 0;
  for await (const sealed of inChunks(source, CHUNK_BYTES + TAG_BYTES)) {
    if (number === count) throw new DamagedContent("There is more content than was stored");
    yield openChunk(sealed, key, nonceOf(number, number === count - 1));
    number += 1;
  }
  if (number < count) throw new DamagedContent("The content ends too early");
}

/** The largest content that is one chunk. */
export const WHOLE_BYTES_MAX = CHUNK_BYTES;

/** A content of one chunk. */
export function sealWhole(plain: Buffer, key: ContentKey): Buffer {
  assert(plain.length <= WHOLE_BYTES_MAX, "a content that is sealed whole is one chunk");
  return sealChunk(plain, key, nonceOf(0, true));
}

/** Throws DamagedContent. */
export const openWhole = (sealed: Buffer, key: ContentKey): Buffer => openChunk(sealed, key, nonceOf(0, true));

/** The position of a chunk in encrypted content, for reading a part of it. */
export const sealedRangeOf = (
  number: number,
  sizeBytes: number,
): { readonly start: number; readonly length: number } => {
  const plain = Math.min(CHUNK_BYTES, sizeBytes - number * CHUNK_BYTES);
  return { start: number * (CHUNK_BYTES + TAG_BYTES), length: plain + TAG_BYTES };
};

export const chunkNumberAt = (offset: number): number => Math.floor(offset / CHUNK_BYTES);
export const chunkStart = (number: number): number => number * CHUNK_BYTES;

export const openChunkAt = (sealed: Buffer, key: ContentKey, at: { number: number; sizeBytes: number }): Buffer =>
  openChunk(sealed, key, nonceOf(at.number, at.number === chunkCount(at.sizeBytes) - 1));

function sealChunk(plain: Buffer, { key, context }: ContentKey, nonce: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(sealed: Buffer, { key, context }: ContentKey, nonce: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new DamagedContent("A chunk is incomplete");
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch (cause) {
    throw new DamagedContent("A chunk does not open with its key at this place", { cause });
  }
}

/** The same bytes in pieces of this size; the last one may be shorter. */
async function* inChunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length < size) continue;
    let rest = Buffer.concat(parts);
    for (; rest.length >= size; rest = rest.subarray(size)) yield rest.subarray(0, size);
    parts = rest.length === 0 ? [] : [rest];
    length = rest.length;
  }
  if (length > 0) yield Buffer.concat(parts);
}
