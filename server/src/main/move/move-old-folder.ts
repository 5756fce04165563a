import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { OldDatabase } from "bursar-old-data-folder";
import type { FastifyBaseLogger } from "fastify";
import { embeddedFolderOf } from "#kernel/embedded/open-embedded.ts";
import type { Service } from "#kernel/process/service.ts";
import { type Database, type Queryable, sqlStateOf } from "#kernel/sql/database.ts";
import { appliedMigrations } from "#kernel/sql/migrate.queries.ts";
import { migrate } from "#kernel/sql/migrate.ts";
import { readMigrations } from "#kernel/sql/migrations/migration-files.ts";
import { MigrationProblem } from "#kernel/sql/migrations/migration-problem.ts";
import { isApplied } from "#kernel/sql/migrations/run-migration.ts";
import { MIGRATIONS_FOLDER } from "#kernel/sql/migrations-folder.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { syncFolder } from "#kernel/storage/sync-folder.ts";
import { StartUpProblem } from "../start-up-problem.ts";
import { copyTables } from "./copy-tables.ts";
import { type OldSource, oldSourceOf } from "./old-database.ts";
import { analyzeTables, beginCopy, endCopy, findCopyState, markVerified } from "./old-folder.queries.ts";
import { schemaTables } from "./tables.queries.ts";

// The embedded database of version 0.1.0 moves once, at a start, into the PostgreSQL server of the data folder.
//
// 1. copyOldFolder marks the new database, which is empty, as a copy, and copies all rows in one transaction.
// 2. The service opens the new database as any other: it updates the schema, and refuses another mode or master key.
// 3. finishOldFolder verifies the books, marks the copy as verified, renames the old folder, and removes the mark.
//
// Until the rename, nothing is served and the old folder is the database: a start that fails or dies leaves it as it was,
// and the next one empties the marked database and begins again; 0.1.0 may have served the old one in between. From the
// rename on, the new database is the database, and the next start removes the mark if this one did not.

const OLD_NAME = "database";
const KEPT_NAME = `${OLD_NAME}.0.1.0`;

const oldFolderOf = (dataDir: string): string => join(dataDir, OLD_NAME);

/** Whether the data folder's database is that of an earlier version. It stays so until a start has moved it. */
const hasOldFolder = (dataDir: string): boolean => existsSync(oldFolderOf(dataDir));

/** For a command that cannot move it: one that only looks, or that runs while the service starts. Throws a StartUpProblem. */
export function refuseOldFolder(dataDir: string): void {
  if (hasOldFolder(dataDir))
    throw new StartUpProblem(
      `The database in ${oldFolderOf(dataDir)} was written by an earlier version, and only starting the service moves it. If the service is starting, wait until it is ready.`,
    );
}

export interface OldFolderCopy {
  readonly dataDir: string;
  /** The database of the server in the data folder, as its owner. */
  readonly to: Database;
  readonly log: FastifyBaseLogger;
}

/**
 * Fills the new database, if there is an old one; then the caller opens the service and calls finishOldFolder. Call
 * before anything else uses the new database, and hold the folder's lock until then. Throws a StartUpProblem.
 */
export async function copyOldFolder({ dataDir, to, log }: OldFolderCopy): Promise<boolean> {
  await removeNeverFilled(dataDir);
  const folder = oldFolderOf(dataDir);
  const { isUnfinished, isVerified, isEmpty } = await findCopyState(to);
  if (!hasOldFolder(dataDir)) {
    if (isUnfinished)
      throw new StartUpProblem(
        `The database in ${embeddedFolderOf(dataDir)} is an unfinished copy of ${folder}, which no longer exists. Put it back, or delete ${embeddedFolderOf(dataDir)}.`,
      );
    if (isVerified) await endCopy(to);
    return false;
  }
  if (!isUnfinished && !isVerified && !isEmpty)
    throw new StartUpProblem(
      `${dataDir} contains two databases: that of an earlier version in ${folder}, and a newer one in ${embeddedFolderOf(dataDir)}. Move the one that is not needed elsewhere.`,
    );
  log.warn({ folder }, "the database of an earlier version is being moved to a PostgreSQL server of this service");
  const old = await openOld(folder);
  try {
    const rows = await copyRows(oldSourceOf(old), to);
    log.info({ rows }, "all rows were copied and compared");
  } catch (error) {
    throw explain(error, folder);
  } finally {
    await old.close().catch((error: unknown) => log.warn({ err: error }, "the old database was not closed in order"));
  }
  return true;
}

/** Version 0.1.0 put this mark next to a database that it had not finished creating, so it never had any rows. */
async function removeNeverFilled(dataDir: string): Promise<void> {
  const mark = `${oldFolderOf(dataDir)}.unfinished`;
  if (!existsSync(mark)) return;
  await rm(oldFolderOf(dataDir), { recursive: true, force: true });
  await rm(mark);
}

async function openOld(folder: string): Promise<OldDatabase> {
  try {
    // Loaded only here: its WebAssembly takes memory, and no other start needs it.
    const { openOldFolder } = await import("bursar-old-data-folder");
    return await openOldFolder(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")
      throw new StartUpProblem(
        `The database in ${folder} is of version 0.1.0, which is read by another library. Run npm install @electric-sql/pglite@0.5.16 next to Bursar, and start again.`,
        { cause: error },
      );
    throw explain(error, folder);
  }
}

async function copyRows(from: OldSource, to: Database): Promise<number> {
  const only = await knownVersions(from);
  await to.transaction(beginCopy);
  await migrate(to, { only });
  await refuseOtherTables(from, to);
  const sums = await copyTables({ from, to, onTable: () => undefined });
  await to.session(analyzeTables);
  return [...sums.values()].reduce((total, { rows }) => total + Number(rows), 0);
}

/** The migrations that the old database has. Throws if this version does not know one of them, or knows another text. */
async function knownVersions(from: Queryable): Promise<readonly number[]> {
  const applied = await appliedMigrations(from).catch((error: unknown) => {
    // 42P01: the table does not exist. The process that created the database died before its first migration.
    if (sqlStateOf(error) === "42P01") return [];
    throw error;
  });
  const appliedHere = (await readMigrations(MIGRATIONS_FOLDER)).filter((migration) => isApplied(migration, applied));
  const unknown = applied.filter(({ version }) => !appliedHere.some((migration) => migration.version === version));
  if (unknown.length > 0)
    throw new MigrationProblem(
      `it has migrations that this version does not know: ${unknown.map(({ name }) => name).join(", ")}; start the version that wrote it`,
    );
  return appliedHere.map(({ version }) => version);
}

/** A migration whose steps commit one by one may have died between two of them. */
async function refuseOtherTables(from: Queryable, to: Queryable): Promise<void> {
  const [old, copied] = [await describeTables(from), await describeTables(to)];
  const differing = [...old.keys(), ...copied.keys()].find((name) => old.get(name) !== copied.get(name));
  if (differing !== undefined)
    throw new MigrationProblem(
      `its table ${differing} is not that of its migrations, as after an interrupted update; start the version that wrote it again`,
    );
}

/** Each table's columns, in any order: that of migrations may have been another one. */
async function describeTables(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const tables = await schemaTables(db);
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns
        .map((column) => `${column.name} ${column.type}`)
        .sort()
        .join(", "),
    ]),
  );
}

/**
 * Verifies ledger, audit log, and attachments of the service, which is open on the copy and serves nobody yet; only then
 * does the copy become the database. Returns where the old files are kept. Throws a StartUpProblem.
 */
export async function finishOldFolder(service: Service): Promise<string> {
  const { dataDir } = service.config;
  const folder = oldFolderOf(dataDir);
  const kept = keptFolderOf(dataDir);
  try {
    // Loaded for this one start: it needs most of the service, and every start waits for this file.
    const { verifyBooks } = await import("../restore/verify-books.ts");
    await acrossOrganizations(() => verifyBooks(service));
    await markVerified(service.database);
    await rename(folder, kept);
  } catch (error) {
    throw explain(error, folder);
  }
  await syncFolder(dataDir);
  await endCopy(service.database);
  service.log.warn({ folder: kept }, "the database was moved and verified; its old files are kept and can be deleted");
  return kept;
}

/** A free name: an older backup may have been moved in this folder before. */
function keptFolderOf(dataDir: string): string {
  let kept = join(dataDir, KEPT_NAME);
  for (let count = 2; existsSync(kept); count += 1) kept = join(dataDir, `${KEPT_NAME}-${count}`);
  return kept;
}

function explain(error: unknown, folder: string): StartUpProblem {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartUpProblem(
    `The database in ${folder}, which an earlier version wrote, cannot be moved, and is as it was: ${reason}`,
    { cause: error },
  );
}
