import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { type ObjectStore, StorageUnavailable } from "./object-store.ts";
import { DamagedContent, openContent } from "./sealed-content.ts";

/** An encrypted object and what its content must be. */
export interface KnownContent {
  readonly objectName: string;
  readonly key: Buffer;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

/**
 * The decrypted content of an object. The last bytes are withheld until the digest of all of them is known to be right:
 * throws DamagedContent before them, and StorageUnavailable if the store stops sending.
 */
export async function* readVerified(
  objects: Pick<ObjectStore, "get">,
  { objectName, key, sizeBytes, sha256 }: KnownContent,
): AsyncGenerator<Buffer, void> {
  const sealed = await objects.get(objectName);
  try {
    yield* verified(openContent(reportingCuts(sealed), { key: { key, context: objectName }, sizeBytes }), sha256);
  } finally {
    // A reader that stops early must not keep the file or connection open.
    sealed.destroy();
  }
}

/** The store may fail while it sends. */
async function* reportingCuts(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (cause) {
    throw new StorageUnavailable("The object store stopped sending", { cause });
  }
}

async function* verified(chunks: AsyncIterable<Buffer>, sha256: Buffer): AsyncGenerator<Buffer, void> {
  const hash = createHash("sha256");
  let waiting: Buffer | undefined;
  for await (const chunk of chunks) {
    if (waiting !== undefined) yield waiting;
    hash.update(chunk);
    waiting = chunk;
  }
  if (!hash.digest().equals(sha256)) throw new DamagedContent("The content is not what was stored");
  if (waiting !== undefined) yield waiting;
}

/**
 * The content after its beginning was read: a damaged or missing object is an error before any byte is sent. Not a
 * generator: ending one that has not started would not close the object.
 */
export async function withFirstChunk(chunks: AsyncGenerator<Buffer, void>): Promise<AsyncIterableIterator<Buffer>> {
  let first: IteratorResult<Buffer, void> | undefined = await chunks.next();
  const content: AsyncIterableIterator<Buffer> = {
    next: async () => {
      const result = first ?? (await chunks.next());
      first = undefined;
      return result;
    },
    return: () => chunks.return(),
    throw: (error) => chunks.throw(error),
    [Symbol.asyncIterator]: () => content,
  };
  return content;
}
