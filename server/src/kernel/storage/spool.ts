import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { KEY_BYTES } from "../crypto/cipher.ts";
import { type ObjectContent, StorageUnavailable } from "./object-store.ts";
import {
  type ContentKey,
  chunkNumberAt,
  chunkStart,
  openChunkAt,
  sealContent,
  sealedRangeOf,
  sealedSizeOf,
} from "./sealed-content.ts";

/**
 * A received file, before it is accepted: encrypted in a temporary file of the data folder under a key that exists in
 * memory only. It can be inspected anywhere and sent to the store as often as needed, and memory holds a few chunks.
 */
export interface SpooledFile {
  /** Also the name of its object in the store. */
  readonly name: string;
  readonly key: Buffer;
  /** Of the received bytes. */
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  /** The encrypted bytes. */
  readonly sealed: ObjectContent;
  /** A part of the received bytes; shorter at the end. */
  read(offset: number, length: number): Promise<Buffer>;
  /** The received bytes, chunk by chunk. */
  chunks(): AsyncGenerator<Buffer>;
  discard(): Promise<void>;
}

/** More bytes arrived than are accepted. */
export class ContentTooLarge extends Error {
  override readonly name = "ContentTooLarge";
}

/** This machine's disk does not take the file, usually because it is full. Another machine's may. */
export class SpoolUnavailable extends StorageUnavailable {}

const NAME_BYTES = 16;
const PART_BYTES = 64 * 1024;
export const spoolFolderOf = (dataDir: string): string => join(dataDir, "uploads");

/** Writes a stream to a temporary file. Throws ContentTooLarge, SpoolUnavailable, or the stream's own error. */
export async function spool(
  dataDir: string,
  source: AsyncIterable<Buffer>,
  { maxBytes }: { maxBytes: number },
): Promise<SpooledFile> {
  const name = randomBytes(NAME_BYTES).toString("hex");
  const path = join(spoolFolderOf(dataDir), name);
  const key: ContentKey = { key: randomBytes(KEY_BYTES), context: name };
  const file = await reportingFullDisk(async () => {
    await mkdir(spoolFolderOf(dataDir), { recursive: true, mode: 0o700 });
    return open(path, "wx+", 0o600);
  });
  const discard = async () => {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
  };
  try {
    const plain = measured(maxBytes);
    const sealed = measured(sealedSizeOf(maxBytes));
    for await (const chunk of sealed.pass(sealContent(plain.pass(source), key)))
      await reportingFullDisk(() => file.writeFile(chunk));
    return spooledFile(file, { name, key, plain: plain.result(), sealed: sealed.result(), discard });
  } catch (error) {
    await discard();
    throw error;
  }
}

interface Measured {
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

function measured(maxBytes: number) {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  return {
    pass: async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw new ContentTooLarge(`More than ${maxBytes} bytes`);
        hash.update(chunk);
        yield chunk;
      }
    },
    result: (): Measured => ({ sizeBytes, sha256: hash.digest() }),
  };
}

interface Parts {
  readonly name: string;
  readonly key: ContentKey;
  readonly plain: Measured;
  readonly sealed: Measured;
  readonly discard: () => Promise<void>;
}

function spooledFile(file: FileHandle, { name, key, plain, sealed, discard }: Parts): SpooledFile {
  const { sizeBytes } = plain;
  const chunkAt = async (number: number): Promise<Buffer> => {
    const { start, length } = sealedRangeOf(number, sizeBytes);
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, start);
    return openChunkAt(bytes, key, { number, sizeBytes });
  };
  return {
    name,
    key: key.key,
    ...plain,
    sealed: {
      sizeBytes: sealed.sizeBytes,
      sha256: sealed.sha256.toString("hex"),
      open: (): Readable => Readable.from(partsOf(file, sealed.sizeBytes), { objectMode: false }),
    },
    read: async (offset, length) => {
      const end = Math.min(offset + length, sizeBytes);
      const parts: Buffer[] = [];
      for (let at = offset; at < end; ) {
        const number = chunkNumberAt(at);
        const part = (await chunkAt(number)).subarray(at - chunkStart(number), end - chunkStart(number));
        parts.push(part);
        at += part.length;
      }
      return Buffer.concat(parts);
    },
    chunks: async function* () {
      for (let number = 0; chunkStart(number) < sizeBytes; number += 1) yield chunkAt(number);
    },
    discard,
  };
}

/** Not a stream of the file itself: one that is destroyed closes the file, and a store that tries again opens another. */
async function* partsOf(file: FileHandle, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes; ) {
    const bytes = Buffer.alloc(Math.min(PART_BYTES, sizeBytes - at));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
    if (bytesRead === 0) throw new StorageUnavailable("The received file is incomplete");
    yield bytes.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function reportingFullDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new SpoolUnavailable(`The data folder cannot be written (${code})`, { cause });
  }
}

/** Removes temporary files that a dead process left, which nothing can decrypt. Returns their number. */
export async function sweepSpool(dataDir: string, before: Date): Promise<number> {
  const folder = spoolFolderOf(dataDir);
  let swept = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const facts = await stat(join(folder, name)).catch(() => undefined);
    if (facts === undefined || facts.mtime >= before) continue;
    await rm(join(folder, name), { force: true });
    swept += 1;
  }
  return swept;
}
