import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { distribute, readCluster } from "./citus.ts";
import type { Database } from "./database.ts";
import { appliedMigrations, createMigrationTable, lockMigrations, recordMigration } from "./migrate.queries.ts";
import { MIGRATIONS_FOLDER } from "./migrations-folder.ts";
import { applyRowSecurity } from "./row-security.ts";
import { renewServingRoles } from "./serving-role.ts";

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export interface MigrationReport {
  readonly applied: readonly string[];
  readonly version: number;
}

/**
 * Brings the schema up to date. Each migration commits together with its row in schema_migrations, so a crash leaves
 * complete migrations only; processes that start at the same time wait for each other. Throws if an applied migration
 * has changed: released migrations are frozen (docs/adr/0028-migrations-and-releases.md).
 */
export async function migrate(database: Database): Promise<MigrationReport> {
  const migrations = await readMigrations();
  await createMigrationTable(database);
  const applied: string[] = [];
  for (const migration of migrations) {
    const ran = await database.transaction(async (tx) => {
      await lockMigrations(tx);
      if (isApplied(migration, await appliedMigrations(tx))) return false;
      await tx.script(migration.text);
      await recordMigration(tx, migration);
      return true;
    });
    if (ran) applied.push(migration.name);
  }
  const cluster = await readCluster(database);
  const distributed = cluster.isDistributed ? await distribute(database) : [];
  if (!cluster.isDistributed) await applyRowSecurity(database);
  await renewServingRoles(database, applied.length + distributed.length > 0);
  return { applied, version: migrations.at(-1)?.version ?? 0 };
}

/** The names of the pending migrations. Throws if an applied migration has changed. */
export async function pendingMigrations(database: Database): Promise<readonly string[]> {
  const known = await appliedMigrations(database);
  return (await readMigrations()).filter((migration) => !isApplied(migration, known)).map(({ name }) => name);
}

function isApplied(migration: Migration, known: readonly { version: number; checksum: string }[]): boolean {
  const found = known.find(({ version }) => version === migration.version);
  if (found !== undefined && found.checksum !== migration.checksum)
    throw new Error(`Migration ${migration.name} changed after it was applied`);
  return found !== undefined;
}

async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(MIGRATIONS_FOLDER, name), "utf8");
      return {
        version: Number.parseInt(name, 10),
        name,
        text,
        checksum: createHash("sha256").update(text).digest("hex"),
      };
    }),
  );
}
