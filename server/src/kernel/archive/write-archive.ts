import { createHash } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import { createGzip } from "node:zlib";
import { BLOCK_BYTES, paddingOf, tarHeaderOf } from "./tar-header.ts";

/** Writes files into one compressed archive, one after another; memory holds one piece of a file. */
export interface ArchiveWriter {
  addFolder(path: string): Promise<void>;
  addBytes(path: string, bytes: Buffer): Promise<void>;
  /**
   * The file's size is taken when it is opened: later bytes are left out, and missing ones become zeros. Files of a
   * running database change while they are read. False if there is no such file.
   */
  addFile(path: string, from: string): Promise<boolean>;
  /** The sums so far, one line per file as sha256sum writes them. */
  sums(): string;
  /** Completes the archive and puts it on disk. */
  finish(): Promise<void>;
  /** Closes the archive without completing it. */
  abandon(): Promise<void>;
}

const PIECE_BYTES = 256 * 1024;
/** Files of a database compress well even at the fastest level. */
const LEVEL = 1;

/** Writes to an open file, which `finish` and `abandon` close. */
export function archiveWriter(file: FileHandle): ArchiveWriter {
  const gzip = createGzip({ level: LEVEL });
  const written = writeAll(gzip, file);
  // Reported by the next write, or by finish.
  written.catch(() => undefined);
  const lines: string[] = [];

  const write = async (bytes: Buffer): Promise<void> => {
    if (bytes.length === 0 || gzip.write(bytes)) return;
    await Promise.race([once(gzip, "drain"), written]);
  };
  const addPieces = async (path: string, sizeBytes: number, pieces: AsyncIterable<Buffer>): Promise<void> => {
    await write(tarHeaderOf({ path, kind: "file", sizeBytes }));
    const hash = createHash("sha256");
    for await (const piece of pieces) {
      hash.update(piece);
      await write(piece);
    }
    await write(Buffer.alloc(paddingOf(sizeBytes)));
    lines.push(`${hash.digest("hex")}  ${path}\n`);
  };

  return {
    addFolder: (path) => write(tarHeaderOf({ path, kind: "folder", sizeBytes: 0 })),
    addBytes: (path, bytes) =>
      addPieces(
        path,
        bytes.length,
        (async function* () {
          yield bytes;
        })(),
      ),
    addFile: async (path, from) => {
      const source = await open(from, "r").catch(ignoreMissing);
      if (source === undefined) return false;
      try {
        const { size } = await source.stat();
        await addPieces(path, size, piecesOf(source, size));
        return true;
      } finally {
        await source.close();
      }
    },
    sums: () => lines.join(""),
    finish: async () => {
      await write(Buffer.alloc(2 * BLOCK_BYTES));
      gzip.end();
      await written;
      await file.sync();
      await file.close();
    },
    abandon: async () => {
      gzip.destroy();
      await written.catch(() => undefined);
      await file.close();
    },
  };
}

async function writeAll(from: AsyncIterable<Buffer>, file: FileHandle): Promise<void> {
  for await (const bytes of from) await file.writeFile(bytes);
}

async function* piecesOf(file: FileHandle, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes; ) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, sizeBytes - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    // The file became shorter: the rest of the piece stays zero.
    const used = bytesRead === 0 ? piece : piece.subarray(0, bytesRead);
    yield used;
    at += used.length;
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
