import { isCluster } from "./citus/distribute.queries.ts";
import { distribute } from "./citus/distribute.ts";
import { type Database, sqlStateOf } from "./database.ts";
import { appliedMigrations, createMigrationTable } from "./migrate.queries.ts";
import { type LockPatience, USUAL_PATIENCE } from "./migrations/lock-retries.ts";
import { type Migration, readMigrations } from "./migrations/migration-files.ts";
import { isApplied, runMigration } from "./migrations/run-migration.ts";
import { MIGRATIONS_FOLDER } from "./migrations-folder.ts";
import { applyRowSecurity, applyRowSecurityAtOnce } from "./row-security.ts";
import { renewServingRoles } from "./serving-role.ts";

export interface MigrationReport {
  readonly applied: readonly string[];
}

export interface MigrateOptions {
  readonly folder?: string;
  readonly patience?: LockPatience;
  /** Only these versions, for a copy of a database that has no others. A later run applies the rest, and the policies. */
  readonly only?: readonly number[] | undefined;
}

/**
 * Brings the schema up to date while processes of the previous version serve (docs/adr/0065-upgrades-under-load.md).
 * A migration commits together with its row in schema_migrations; one without a transaction commits step by step, and
 * the next run continues where the last one ended. Processes that start at the same time wait for each other. Throws a
 * MigrationProblem if an applied migration has changed (docs/adr/0028-migrations-and-releases.md) or gets no locks.
 */
export async function migrate(
  database: Database,
  { folder = MIGRATIONS_FOLDER, patience = USUAL_PATIENCE, only }: MigrateOptions = {},
): Promise<MigrationReport> {
  const migrations = await readMigrations(folder);
  await createTables(database);
  const isNew = (await appliedMigrations(database)).length === 0;
  const applied: string[] = [];
  for (const migration of await pendingAmong(database, migrations)) {
    if (only !== undefined && !only.includes(migration.version)) continue;
    if (await runMigration(database, migration, patience)) applied.push(migration.name);
  }
  if (only !== undefined) return { applied };
  // A newer version's policies and privileges are its own: its processes need them.
  if (await isNewerThan(database, migrations)) return { applied };
  let changes = applied.length;
  if (await isCluster(database)) changes += await distribute(database);
  else if (isNew) await applyRowSecurityAtOnce(database);
  else await applyRowSecurity(database, patience);
  await renewServingRoles(database, changes > 0);
  return { applied };
}

/** A process that started at the same time has created a table, or its row type, between our check and our attempt. */
async function createTables(database: Database): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createMigrationTable(database);
    } catch (error) {
      // Each of the two tables can be created by another process once.
      if (attempt > 2 || !/^(23505|42710|42P07)$/.test(sqlStateOf(error) ?? "")) throw error;
    }
  }
}

/** The pending migrations, in order. Throws if an applied migration has changed. */
export const findPending = async (database: Database, folder = MIGRATIONS_FOLDER): Promise<readonly Migration[]> =>
  pendingAmong(database, await readMigrations(folder));

/** Those that are pending, in order. Throws if an applied one has changed. */
export async function pendingAmong(
  database: Database,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = await appliedMigrations(database);
  return migrations.filter((migration) => !isApplied(migration, applied));
}

/** The names of the pending migrations. Throws if an applied migration has changed. */
export const pendingMigrations = async (database: Database): Promise<readonly string[]> =>
  (await findPending(database)).map(({ name }) => name);

/** Whether a newer version of the service has migrated the database. */
async function isNewerThan(database: Database, migrations: readonly Migration[]): Promise<boolean> {
  const last = migrations.at(-1)?.version ?? 0;
  return (await appliedMigrations(database)).some(({ version }) => version > last);
}
