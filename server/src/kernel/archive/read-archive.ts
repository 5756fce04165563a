import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { ArchiveDamaged, BLOCK_BYTES, paddingOf, readTarHeader, type TarEntry } from "./tar-header.ts";

/** One file or folder of an archive, in the order of the archive. */
export interface ArchivedEntry extends TarEntry {
  /** The content, for small files. Throws ArchiveDamaged if there is more. */
  bytes(limitBytes: number): Promise<Buffer>;
  /**
   * Writes the content below the folder, which must not contain the file yet, without waiting for the disk. Returns its
   * SHA-256 as hex.
   */
  unpackTo(folder: string): Promise<string>;
}

/**
 * The entries of an archive that archiveWriter wrote. Content that the caller does not read is skipped. Memory holds one
 * piece. Throws ArchiveDamaged, also for an archive that ends too early.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchivedEntry> {
  const bytes = byteReader(path);
  try {
    for (;;) {
      const entry = readTarHeader(await bytes.take(BLOCK_BYTES));
      if (entry === undefined) return;
      let isRead = false;
      const content = async function* (): AsyncGenerator<Buffer> {
        isRead = true;
        yield* bytes.pieces(entry.sizeBytes);
        await bytes.take(paddingOf(entry.sizeBytes));
      };
      yield {
        ...entry,
        bytes: (limitBytes) => wholeOf(entry, content(), limitBytes),
        unpackTo: unpack(entry, content),
      };
      if (!isRead) for await (const _skipped of content());
    }
  } finally {
    bytes.close();
  }
}

async function wholeOf(entry: TarEntry, content: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer> {
  if (entry.sizeBytes > limitBytes) throw new ArchiveDamaged(`${entry.path} is too large`);
  return Buffer.concat(await Array.fromAsync(content));
}

const unpack = (entry: TarEntry, content: () => AsyncIterable<Buffer>) => async (folder: string) => {
  const target = join(folder, entry.path);
  if (entry.kind === "folder") {
    await mkdir(target, { recursive: true, mode: 0o700 });
    return "";
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file: FileHandle = await open(target, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    for await (const piece of content()) {
      hash.update(piece);
      await file.writeFile(piece);
    }
    return hash.digest("hex");
  } finally {
    await file.close();
  }
};

/** Bytes of a compressed file, in the amounts that the caller needs. */
function byteReader(path: string) {
  const stream = createGunzip();
  pipeline(createReadStream(path), stream, () => undefined);
  const source = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const fill = async (): Promise<void> => {
    const next = await source.next().catch((cause: unknown) => {
      throw isOfFileSystem(cause) ? cause : new ArchiveDamaged("The archive is damaged or incomplete", { cause });
    });
    if (next.done === true) throw new ArchiveDamaged("The archive ends too early");
    rest = Buffer.from(next.value);
  };
  const pieces = async function* (length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (rest.length === 0) await fill();
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  };
  return {
    pieces,
    take: async (length: number): Promise<Buffer> => Buffer.concat(await Array.fromAsync(pieces(length))),
    close: () => void stream.destroy(),
  };
}

const isOfFileSystem = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^E[A-Z]+$/.test(error.code);
