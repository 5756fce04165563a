import type { Config } from "#kernel/process/config.ts";
import { findMoveNote, removeNote, writeNote } from "#kernel/process/folder-state.ts";
import { createLog } from "#kernel/process/log.ts";
import type { Database } from "#kernel/sql/database.ts";
import { appliedMigrations } from "#kernel/sql/migrate.queries.ts";
import { migrate } from "#kernel/sql/migrate.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { readStanding } from "#kernel/sql/serving-role.ts";
import { findMasterKeyText } from "../master-keys.ts";
import { describeUrl, explainDatabase, openService } from "../open-service.ts";
import { type VerifiedBooks, verifyBooks } from "../restore/verify-books.ts";
import { StartUpProblem } from "../start-up-problem.ts";
import { CopyDiffers, copyTables, differingTables, sumTables, type TableSums } from "./copy-tables.ts";
import { hasRows, schemaTables } from "./tables.queries.ts";

export interface MoveOptions {
  /** URL of the target, as the owner of its tables. */
  readonly to: string;
  readonly onTable: (name: string, rows: number) => void;
}

export interface Moved {
  readonly to: string;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  /** As verified on the server. */
  readonly verified: VerifiedBooks;
}

/**
 * Moves the embedded database of a data folder to a PostgreSQL server. Attachments, audit anchors, and the master key
 * stay where they are: the service uses the same data folder with the new DATABASE_URL.
 *
 * The folder is locked for the whole time, and a note in it prevents serving from it as soon as the copy may have been
 * committed. All rows are copied in one transaction, so an interrupted move leaves either an empty target or a complete
 * one, and can be repeated. Throws a StartUpProblem if the folder is in use, was moved already, or is not intact, or if
 * the target contains rows or belongs to another role.
 */
export async function moveToServer(config: Config, { to, onTable }: MoveOptions): Promise<Moved> {
  if (config.databaseUrl !== undefined)
    throw new StartUpProblem("DATABASE_URL is set, so this service has no embedded database to move. Unset it.");
  const log = createLog({ level: config.logLevel });
  const source = await openService(config, log, { keepsClock: true, continuesMove: true });
  const where = describeUrl(to);
  const target = openPostgres({ url: to, poolSize: 2 });
  try {
    await acrossOrganizations(() => verifyBooks(source.service));
    await prepareTarget(target, source.service.database, where).catch((error: unknown) => {
      throw explainDatabase(error, to);
    });
    const sums = await copyOnce({ from: source.service.database, to: target, where, dataDir: config.dataDir, onTable });
    const verified = await verifyAt({ ...config, databaseUrl: to });
    await writeNote(config.dataDir, "move", { to: where, state: "done", at: new Date().toISOString() });
    return { to: where, tables: [...sums].map(([name, { rows }]) => ({ name, rows: Number(rows) })), verified };
  } finally {
    await target.close();
    await source.close();
  }
}

async function prepareTarget(target: Database, source: Database, where: string): Promise<void> {
  const standing = await readStanding(target);
  if (!standing.isOwner)
    throw new StartUpProblem(
      `The role ${standing.role} does not own the tables of ${where}. Move as the owner; then run bursar migrate --grant-to with the serving role.`,
    );
  await migrate(target);
  const versionsOf = async (database: Database) => JSON.stringify(await appliedMigrations(database));
  if ((await versionsOf(source)) !== (await versionsOf(target)))
    throw new StartUpProblem(
      `The schema of ${where} belongs to another version of the program. Use an empty database.`,
    );
}

interface CopyOnce {
  readonly from: Database;
  readonly to: Database;
  readonly where: string;
  readonly dataDir: string;
  readonly onTable: (name: string, rows: number) => void;
}

/** Copies, unless a move that was interrupted has copied everything already. */
async function copyOnce({ from, to, where, dataDir, onTable }: CopyOnce): Promise<TableSums> {
  const filled = await firstFilled(to);
  if (filled !== undefined) {
    const note = findMoveNote(dataDir);
    const [mine, there] = note?.to === where ? [await sumTables(from), await sumTables(to)] : [undefined, undefined];
    if (mine !== undefined && there !== undefined && differingTables(mine, there).length === 0) return there;
    throw new StartUpProblem(
      `${where} contains rows (table ${filled}). A move needs an empty database, so that nothing is mixed or overwritten.`,
    );
  }
  await writeNote(dataDir, "move", { to: where, state: "unfinished", at: new Date().toISOString() });
  try {
    return await copyTables({ from, to, onTable });
  } catch (error) {
    // If the commit's outcome is unknown, the note must stay.
    if ((await firstFilled(to).catch(() => "unknown")) === undefined) await removeNote(dataDir, "move");
    throw error instanceof CopyDiffers ? new StartUpProblem(`${error.message}. Nothing was moved.`) : error;
  }
}

async function firstFilled(database: Database): Promise<string | undefined> {
  for (const table of await schemaTables(database)) if (await hasRows(database, table)) return table.name;
  return undefined;
}

/** Opens the service on the server, with the folder's keys and anchors, and verifies its books. */
async function verifyAt(config: Config): Promise<Moved["verified"]> {
  const opened = await openService(
    { ...config, masterKey: await findMasterKeyText(config), masterKeyCommand: undefined },
    createLog({ level: config.logLevel }),
    { keepsClock: true },
  );
  try {
    return await acrossOrganizations(() => verifyBooks(opened.service));
  } finally {
    await opened.close();
  }
}
