import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "#kernel/sql/migrations-folder.ts";

/** Migrations of a test, by file name: they follow the service's own. */
export type MoreMigrations = Readonly<Record<string, string>>;

export interface MigrationFolder {
  readonly path: string;
  /** Adds files, or replaces those of the same name. */
  add(more: MoreMigrations): Promise<void>;
  remove(): Promise<void>;
}

/** The service's migrations and those of a test. */
export async function migrationFolder(more: MoreMigrations): Promise<MigrationFolder> {
  const path = await mkdtemp(join(tmpdir(), "bursar-migrations-"));
  await cp(MIGRATIONS_FOLDER, path, { recursive: true });
  const add = async (files: MoreMigrations) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  };
  await add(more);
  return { path, add, remove: () => rm(path, { recursive: true }) };
}
