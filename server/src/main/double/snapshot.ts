import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { PACKAGE_FOLDER } from "#kernel/process/package-folder.ts";
import { version } from "#kernel/process/version.ts";

/**
 * Data folders of test doubles, each in one compressed file, so that a start need not create, migrate, and fill a database.
 *
 * - `schema` comes with the package: a migrated database without rows, and so without keys, tokens, and dates.
 * - `demo` has the demo organization, too. It is made on this machine when it is first needed on a day, because the demo's
 *   dates are relative to today, and kept next to the package, readable only by its owner.
 *
 * Files of PostgreSQL fit one platform. Elsewhere, and if a file is damaged or missing, the database is made again.
 */

/** Next to the program, not in a shared temporary folder, where another user of the machine could plant a database. */
const CACHE = join(PACKAGE_FOLDER, "node_modules/.cache/bursar/snapshots");
const SHIPPED = join(PACKAGE_FOLDER, "snapshots");
/** What writes the rows: sources of a clone, or the compiled package. */
const PROGRAMS = ["migrations", "src", "dist", "../packages"];
const PLATFORM = `${process.platform}-${process.arch}`;

/** Where the package has the snapshot of this platform. */
export const shippedSnapshot = (folder = SHIPPED): string => join(folder, `schema-${PLATFORM}.snapshot`);

/** The demo of a day, `YYYY-MM-DD`. */
export const demoSnapshot = (day: string): string =>
  join(CACHE, `demo-${day}-${PLATFORM}-${version()}-${digestOfPrograms()}.snapshot`);

/** By names, sizes, and times, because reading a thousand files would take as long as a start. */
function digestOfPrograms(): string {
  const hash = createHash("sha256");
  for (const folder of PROGRAMS.map((name) => join(PACKAGE_FOLDER, name))) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (name.includes("node_modules") || !/\.(?:[cm]?[jt]s|sql)$/.test(name)) continue;
      const { size, mtimeMs } = statSync(join(folder, name));
      hash.update(`${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}

interface Contents {
  readonly folders: readonly string[];
  /** Path and size, in the order in which their contents follow. */
  readonly files: readonly (readonly [path: string, bytes: number])[];
}

const LENGTH_BYTES = 4;
/** Of a running server or process; none of them belongs to what is kept. */
const PASSING = /^(?:bursar\.lock.*|postgres\.log|postgres-libraries.*|postgres\/postmaster\..*)$/;

/** Puts a snapshot into an empty data folder. False if there is none that can be read. */
export function restoreSnapshot(path: string, dataDir: string): boolean {
  try {
    const packed = zstdDecompressSync(readFileSync(path));
    const begin = LENGTH_BYTES + packed.readUInt32BE(0);
    // Written by packFolder; what is damaged fails here or as a checksum of the compression.
    const { folders, files } = JSON.parse(packed.subarray(LENGTH_BYTES, begin).toString()) as Contents;
    for (const folder of folders) mkdirSync(join(dataDir, folder), { mode: 0o700 });
    let at = begin;
    for (const [name, bytes] of files) {
      writeFileSync(join(dataDir, name), packed.subarray(at, at + bytes), { mode: 0o600 });
      at += bytes;
    }
    return true;
  } catch {
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    return false;
  }
}

/** The same in a thread of its own, so that this one can do something else. */
export async function restoreInThread(path: string, dataDir: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const thread = new Worker(new URL("./restore-thread.ts", import.meta.url), { workerData: { path, dataDir } });
  const [isRestored] = await once(thread, "message");
  return isRestored === true;
}

/** A data folder whose server is stopped, in one piece. */
function packFolder(dataDir: string, level: number): Buffer {
  const folders: string[] = [];
  const files: (readonly [string, number])[] = [];
  const pieces: Buffer[] = [];
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(dataDir.length + 1);
    if (PASSING.test(name)) continue;
    if (entry.isDirectory()) folders.push(name);
    if (!entry.isFile()) continue;
    const content = readFileSync(path);
    files.push([name, content.length]);
    pieces.push(content);
  }
  // A folder is made before what is in it.
  const contents: Contents = { folders: folders.sort(), files };
  const header = Buffer.from(JSON.stringify(contents));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(header.length);
  return zstdCompressSync(Buffer.concat([length, header, ...pieces]), {
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
  });
}

/** Levels of compression: what a start waits for, and what is downloaded. */
const QUICK = 1;
const SMALL = 19;

/** Writes the snapshot of a data folder whose server is stopped. It gets its name when it is complete. */
export function writeSnapshot(path: string, dataDir: string, { isShipped = false } = {}): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, packFolder(dataDir, isShipped ? SMALL : QUICK), { mode: 0o600, flag: "wx" });
  renameSync(draft, path);
}

const KEPT = 3;

/** Keeps the demo for later starts of this day, and the latest of others. Does nothing if the folder is read only. */
export function keepDemo(path: string, dataDir: string): void {
  try {
    writeSnapshot(path, dataDir);
    const all = readdirSync(CACHE).map((name) => join(CACHE, name));
    const latest = all.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
    for (const old of latest.slice(KEPT)) rmSync(old, { force: true });
  } catch {
    // The next start makes it again.
  }
}
