import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Headers, pack } from "tar-stream";
import { isSafePath } from "./read-archive.ts";

/** Writes files into one compressed archive, one after another; memory holds a few pieces of a file. */
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
const FOLDER = { type: "directory", mode: 0o700, mtime: new Date(0) } as const satisfies Omit<Headers, "name">;
const FILE = { type: "file", mode: 0o600, mtime: new Date(0) } as const satisfies Omit<Headers, "name">;

/** Writes to an open file, which `finish` and `abandon` close. */
export function archiveWriter(file: FileHandle): ArchiveWriter {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: LEVEL }), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await file.writeFile(piece);
  });
  // Reported by the next entry, or by finish.
  written.catch(() => undefined);
  const lines: string[] = [];

  const addPieces = async (path: string, sizeBytes: number, pieces: AsyncIterable<Buffer>): Promise<void> => {
    checkPath(path);
    const hash = createHash("sha256");
    const hashed = async function* () {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    };
    try {
      await pipeline(hashed, archive.entry({ ...FILE, name: path, size: sizeBytes }));
    } catch (error) {
      // If the archive cannot be written, that is the reason.
      await written;
      throw error;
    }
    lines.push(`${hash.digest("hex")}  ${path}\n`);
  };

  return {
    addFolder: (path) => {
      checkPath(path);
      return new Promise((resolve, reject) => {
        archive.entry({ ...FOLDER, name: path }, (error) => (error ? reject(error) : resolve()));
      });
    },
    addBytes: (path, bytes) => addPieces(path, bytes.length, piecesOfBytes(bytes)),
    addFile: async (path, from) => {
      const source = await open(from, "r").catch(ignoreMissing);
      if (source === undefined) return false;
      try {
        const { size } = await source.stat();
        await addPieces(path, size, piecesOfFile(source, size));
        return true;
      } finally {
        await source.close();
      }
    },
    sums: () => lines.join(""),
    finish: async () => {
      archive.finalize();
      await written;
      await file.sync();
      await file.close();
    },
    abandon: async () => {
      archive.destroy();
      await written.catch(() => undefined);
      await file.close();
    },
  };
}

/** What could not be unpacked is not packed. */
function checkPath(path: string): void {
  if (!isSafePath(path)) throw new RangeError(`An archive cannot contain ${path}`);
}

async function* piecesOfBytes(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* piecesOfFile(file: FileHandle, sizeBytes: number): AsyncGenerator<Buffer> {
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
