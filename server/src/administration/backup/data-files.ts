import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** A file or an empty folder below a data folder, by its path relative to it. */
export interface DataFile {
  readonly path: string;
  readonly kind: "file" | "folder";
}

/** Where recovery starts: copied last, as PostgreSQL's documentation asks ("Making a Non-Exclusive Low-Level Backup"). */
export const CONTROL_FILE = "postgres/global/pg_control";
/** Written by the backup itself: recovery reads from it where to begin. */
export const LABEL_FILE = "postgres/backup_label";
export const LOG_FOLDER = "postgres/pg_wal";
/** Of the running server only, or written again by the next one: the same list, "Backing Up the Data Directory". */
const SKIPPED_FILES =
  /^postgres\/(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\.\d+\.lock|backup_label(?:\.old)?|tablespace_map|.*\/pg_internal\.init)$/;
const SKIPPED_CONTENT =
  /^postgres\/(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const TEMPORARY = /\/pgsql_tmp/;

/** The files of the database in a stable order, without its log and its control file. Folders come before their files. */
export async function* databaseFiles(dataDir: string): AsyncGenerator<DataFile> {
  for await (const file of filesBelow(dataDir, "postgres")) {
    const { path, kind } = file;
    if (TEMPORARY.test(path)) continue;
    if (kind === "file" && (SKIPPED_FILES.test(path) || SKIPPED_CONTENT.test(path) || path === CONTROL_FILE)) continue;
    // Folders of replication slots belong to the running server; those of the log are expected to be there.
    if (kind === "folder" && /^postgres\/pg_replslot\//.test(path)) continue;
    yield file;
  }
}

/** Complete attachments; a file that ends in .part is being written. */
export async function* attachmentFiles(dataDir: string): AsyncGenerator<DataFile> {
  for await (const file of filesBelow(dataDir, "attachments"))
    if (file.kind === "file" && !file.path.endsWith(".part")) yield file;
}

/** The names of the log's segments from the first to the last one, oldest first. */
export async function logSegments(
  dataDir: string,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<readonly string[]> {
  const names = await readdir(join(dataDir, LOG_FOLDER));
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last).sort();
}

async function* filesBelow(dataDir: string, path: string): AsyncGenerator<DataFile> {
  const entries = await readdir(join(dataDir, path), { withFileTypes: true }).catch((error: unknown) => {
    // Deleted since its parent was read, or there never were attachments.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (entries === undefined) return;
  yield { path, kind: "folder" };
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(dataDir, inside);
    else if (entry.isFile()) yield { path: inside, kind: "file" };
  }
}
