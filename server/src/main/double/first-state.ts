import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Service } from "#kernel/process/service.ts";
import type { Database } from "#kernel/sql/database.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { dropTemplates, recordRows, restoreRows } from "./first-state.queries.ts";

/**
 * What a double returns to when it is reset: its rows, which are recorded in its snapshot, and the files in its data folder,
 * such as attachments and emails.
 */
export const recordFirstState = (database: Database): Promise<void> =>
  database.session(async (session) => {
    await recordRows(session);
    await dropTemplates(session);
  });

export interface FirstState {
  /** Puts rows and files back. Nothing else may write meanwhile. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads the files as they are now. Rows are put back on a connection of its own: it looks at every table, and PostgreSQL
 * keeps 20 MB about them for each connection that does.
 */
export async function openFirstState({ config }: Pick<Service, "config">, url: string): Promise<FirstState> {
  const { dataDir } = config;
  const files = new Map<string, Buffer>();
  for (const path of await filesIn(dataDir)) files.set(path, await readFile(join(dataDir, path)));
  const database = openPostgres({ url, poolSize: 1 });
  return {
    restore: async () => {
      await Promise.all([restoreRows(database), restoreFiles(dataDir, files)]);
    },
    close: database.close,
  };
}

/** The database's files, its log, and the lock of the folder. */
const OF_THE_SERVER = /^(?:postgres|bursar\.lock)/;

async function filesIn(dataDir: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (OF_THE_SERVER.test(entry.name)) continue;
    if (entry.isFile()) found.push(entry.name);
    if (!entry.isDirectory()) continue;
    const within = await readdir(join(dataDir, entry.name), { recursive: true, withFileTypes: true });
    for (const file of within)
      if (file.isFile()) found.push(join(file.parentPath, file.name).slice(dataDir.length + 1));
  }
  return found;
}

async function restoreFiles(dataDir: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const path of await filesIn(dataDir)) if (!files.has(path)) await rm(join(dataDir, path), { force: true });
  for (const [path, content] of files) {
    const current = await readFile(join(dataDir, path)).catch(() => undefined);
    if (current?.equals(content) === true) continue;
    await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, path), content, { mode: 0o600 });
  }
}
