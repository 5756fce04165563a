import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** A file or an empty folder below a data folder, by its path relative to it. */
export interface DataFile {
  readonly path: string;
  readonly kind: "file" | "folder";
}

/** Written at the end, while nothing changes: recovery starts from these. */
export const CONTROL_FILE = "database/global/pg_control";
export const LOG_FOLDER = "database/pg_wal";
/** Of this process only, or rebuilt by PostgreSQL. */
const skipped = new Set(["database/postmaster.pid", "database/postmaster.opts", "database/pg_stat_tmp"]);

/** The files of the database in a stable order, without its log and its control file. Folders come before their files. */
export async function* databaseFiles(dataDir: string): AsyncGenerator<DataFile> {
  for await (const file of filesBelow(dataDir, "database")) {
    if (skipped.has(file.path) || [...skipped].some((path) => file.path.startsWith(`${path}/`))) continue;
    const isOfLog = file.kind === "file" && file.path.startsWith(`${LOG_FOLDER}/`);
    if (!isOfLog && file.path !== CONTROL_FILE) yield file;
  }
  // PostgreSQL expects it, and recreates its content.
  yield { path: "database/pg_stat_tmp", kind: "folder" };
}

/** Complete attachments; a file that ends in .part is being written. */
export async function* attachmentFiles(dataDir: string): AsyncGenerator<DataFile> {
  for await (const file of filesBelow(dataDir, "attachments"))
    if (file.kind === "file" && !file.path.endsWith(".part")) yield file;
}

/** The names of the log's segments from the first needed one on, oldest first. */
export async function logSegments(dataDir: string, from: string): Promise<readonly string[]> {
  const names = await readdir(join(dataDir, LOG_FOLDER));
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= from).sort();
}

async function* filesBelow(dataDir: string, path: string): AsyncGenerator<DataFile> {
  const entries = await readdir(join(dataDir, path), { withFileTypes: true }).catch((error: unknown) => {
    // Deleted since its parent was read, or there never were attachments.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (entries === undefined) return;
  yield { path, kind: "folder" };
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(dataDir, inside);
    else if (entry.isFile()) yield { path: inside, kind: "file" };
  }
}
