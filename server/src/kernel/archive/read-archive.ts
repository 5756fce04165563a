import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Entry, extract, type Headers } from "tar-stream";

/** One file or folder of an archive, in the order of the archive. */
export interface ArchivedEntry {
  /** Relative, with slashes, and never leading out of the folder it is unpacked into. */
  readonly path: string;
  readonly kind: "file" | "folder";
  readonly sizeBytes: number;
  /** The content, for small files. Throws ArchiveDamaged if there is more. */
  bytes(limitBytes: number): Promise<Buffer>;
  /**
   * Writes the content below the folder, which must not contain the file yet, without waiting for the disk. Returns its
   * SHA-256 as hex.
   */
  unpackTo(folder: string): Promise<string>;
}

/** An archive that was not written by this program, or was damaged. */
export class ArchiveDamaged extends Error {
  override readonly name = "ArchiveDamaged";
}

/** tar-stream keeps headers of any length in memory; those of our archives have a few hundred bytes. */
const HEADERS_BYTES_MAX = 256 * 1024;

/**
 * The entries of an archive that archiveWriter wrote. Content that the caller does not read is skipped. Memory holds a few
 * pieces. Throws ArchiveDamaged, also for an archive that ends within an entry.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchivedEntry> {
  const archive = extract();
  /** How much was read since the last entry or piece of content. */
  let headerBytes = 0;
  const boundHeaders = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      headerBytes += piece.length;
      if (headerBytes > HEADERS_BYTES_MAX) throw new ArchiveDamaged("The archive contains a header that is too long");
      yield piece;
    }
  };
  const read = pipeline(createReadStream(path), createGunzip(), boundHeaders, archive).then(
    () => undefined,
    (error: unknown) => error,
  );
  /** The reason why the archive could not be read further. */
  const problemAfter = async (error: unknown): Promise<unknown> => {
    archive.destroy();
    const cause = (await read) ?? error;
    if (cause instanceof ArchiveDamaged || isOfFileSystem(cause)) return cause;
    return new ArchiveDamaged("The archive is damaged or incomplete", { cause });
  };
  try {
    for await (const entry of archive) {
      headerBytes = 0;
      const content = async function* (): AsyncGenerator<Buffer> {
        try {
          for await (const piece of entry) {
            headerBytes = 0;
            yield piece;
          }
        } catch (error) {
          throw await problemAfter(error);
        }
      };
      yield archived(entry, content);
      for await (const _skipped of content());
    }
  } catch (error) {
    throw error instanceof ArchiveDamaged ? error : await problemAfter(error);
  } finally {
    archive.destroy();
    await read;
  }
}

function archived({ header }: Entry, content: () => AsyncIterable<Buffer>): ArchivedEntry {
  const { path, kind, sizeBytes } = checked(header);
  return {
    path,
    kind,
    sizeBytes,
    bytes: async (limitBytes) => {
      if (sizeBytes > limitBytes) throw new ArchiveDamaged(`${path} is too large`);
      return Buffer.concat(await Array.fromAsync(content()));
    },
    unpackTo: async (folder) => {
      const target = join(folder, path);
      if (kind === "folder") {
        await mkdir(target, { recursive: true, mode: 0o700 });
        return "";
      }
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const file = await open(target, "wx", 0o600);
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
    },
  };
}

const kinds = new Map([
  ["file", "file"],
  ["directory", "folder"],
] as const);

/** Our archives contain files and folders with relative names. Anything else is not an archive of ours. */
function checked({ name, type, size = 0 }: Headers) {
  const kind = type === "file" || type === "directory" ? kinds.get(type) : undefined;
  if (kind === undefined || !isSafePath(name) || !Number.isSafeInteger(size) || size < 0)
    throw new ArchiveDamaged("The archive contains an entry of another kind");
  return { path: name, kind, sizeBytes: size };
}

/** Letters, digits, and a few signs: no backslash, no drive letter, no control character. */
export const isSafePath = (path: string): boolean =>
  /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && !path.split("/").some((part) => part === "." || part === "..");

const isOfFileSystem = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^E[A-Z]+$/.test(error.code);
