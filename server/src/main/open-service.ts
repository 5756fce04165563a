import { existsSync } from "node:fs";
import { hostname } from "node:os";
import type { FastifyBaseLogger } from "fastify";
import { openServiceClock, storedClockKind } from "#kernel/clock/service-clock.ts";
import { openVault } from "#kernel/crypto/vault.ts";
import {
  type EmbeddedServer,
  embeddedFolderOf,
  findEmbeddedBeside,
  type ServerOptions,
  startEmbedded,
} from "#kernel/embedded/open-embedded.ts";
import { ServerProblem } from "#kernel/embedded/own-server.ts";
import { NoPrograms } from "#kernel/embedded/programs.ts";
import type { Config } from "#kernel/process/config.ts";
import { ensureDataFolder, type FolderLock, FolderLocked, lockDataFolder } from "#kernel/process/data-folder.ts";
import { findMoveNote, findRestoreNote } from "#kernel/process/folder-state.ts";
import type { Service } from "#kernel/process/service.ts";
import { OtherMode, refuseOtherMode, storeMode } from "#kernel/process/service-mode.ts";
import { version } from "#kernel/process/version.ts";
import { provingRows } from "#kernel/proofs/proving-database.ts";
import { type Database, isUnavailable, sqlStateOf } from "#kernel/sql/database.ts";
import { readHosts } from "#kernel/sql/hosts/host-list.ts";
import { migrate, pendingMigrations } from "#kernel/sql/migrate.ts";
import { MigrationProblem } from "#kernel/sql/migrations/migration-problem.ts";
import { refuseNewerSchema } from "#kernel/sql/migrations/schema-version.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { awaitReplay, readingFromReplica } from "#kernel/sql/replica/replica-reads.ts";
import { readStanding, type Standing } from "#kernel/sql/serving-role.ts";
import { openObjectStore } from "#kernel/storage/open-object-store.ts";
import { createIdSource } from "#kernel/values/ids.ts";
import { readMasterKeys } from "./master-keys.ts";
import { copyOldFolder, finishOldFolder, refuseOldFolder } from "./move/move-old-folder.ts";
import { StartUpProblem } from "./start-up-problem.ts";

export interface OpenService {
  readonly service: Service;
  /** Migrations applied by this start. */
  readonly migrated: readonly string[];
  /** The schema privileges of DATABASE_URL's role; undefined for the embedded database, whose only role is its owner. */
  readonly standing: Standing | undefined;
  /** The embedded database's server, if this process has started it. */
  readonly embedded: EmbeddedServer | undefined;
  /** Closes the database and releases the data folder. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Keeps the sandbox's clock as it was, running or still, regardless of the settings: for short-lived commands. */
  readonly keepsClock?: boolean;
  /** Refuses a database with pending migrations instead of applying them, as for a role that is not the owner. */
  readonly keepsSchema?: boolean;
  /** Opens a folder although a move of its database to a server was interrupted: for the move itself. */
  readonly continuesMove?: boolean;
  /** Uses the embedded database that a running service has started, if there is one: for commands. */
  readonly besideService?: boolean;
  /** Of the embedded database's server: a test double's keeps nothing and is small. */
  readonly server?: ServerOptions;
}

/**
 * Opens everything a command needs: the data folder (locked, if it contains the database), the migrated database, the
 * keys, the clock. Throws a StartUpProblem if something outside this program must be fixed first.
 */
export async function openService(
  config: Config,
  log: FastifyBaseLogger,
  { keepsClock = false, keepsSchema = false, continuesMove = false, besideService = false, server }: OpenOptions = {},
): Promise<OpenService> {
  // First, because a folder has one server (ADR 0034).
  const folder = await openFolder(config, log, { besideService, continuesMove, server });
  let database: Database | undefined;
  try {
    const masterKeys = await readMasterKeys(config);
    const standing = config.databaseUrl === undefined ? undefined : await readStandingAt(config.databaseUrl);
    database = openDatabase(config, log, { url: folder.url, standing });
    const isOwnFolder = config.databaseUrl === undefined && !folder.isBeside;
    const isCopied = isOwnFolder && (await copyOldFolder({ dataDir: config.dataDir, to: database, log }));
    // Before anything is written: a wrong setting must not migrate a production database (ADR 0027).
    await refuseOtherMode(database, config.mode);
    const mayMigrate = standing === undefined ? !folder.isBeside : standing.isOwner && !keepsSchema;
    if (!mayMigrate) await refusePendingMigrations(database);
    const migrated = mayMigrate ? (await migrate(database)).applied : [];
    await refuseNewerSchema(database, version());
    await storeMode(database, config.mode);
    const vault = await openVault(database, masterKeys);
    const clock = await openServiceClock(
      database,
      keepsClock ? { ...config, clock: (await storedClockKind(database)) ?? config.clock } : config,
    );
    const opened = database;
    const objects = await openObjectStore(config);
    const service: Service = {
      config,
      database: provingRows(database, { vault, log }),
      clock,
      vault,
      objects,
      log,
      newId: createIdSource(clock.now),
    };
    if (isCopied) await finishOldFolder(service);
    return {
      service,
      migrated,
      standing,
      embedded: folder.embedded,
      close: async () => {
        await objects.close();
        await opened.close();
        await folder.close();
      },
    };
  } catch (error) {
    await database?.close().catch(() => undefined);
    await folder.close();
    throw explain(error, config);
  }
}

/** Opens only the database, as it is: nothing is created, migrated, or stored. */
export async function inspectDatabase<T>(
  config: Config,
  log: FastifyBaseLogger,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl === undefined) {
    refuseOldFolder(config.dataDir);
    if (!existsSync(embeddedFolderOf(config.dataDir)))
      throw new StartUpProblem(`There is no database in ${config.dataDir} yet: starting the service creates it.`);
  }
  const folder = await openFolder(config, log, { besideService: true, continuesMove: true });
  let database: Database | undefined;
  try {
    database = openDatabase(config, log, { url: folder.url, standing: undefined });
    return await work(database);
  } catch (error) {
    throw explain(error, config);
  } finally {
    await database?.close();
    await folder.close();
  }
}

/** Where the database is, and what holds the data folder while it is used. */
interface OpenFolder {
  readonly url: string;
  /** Another process holds the folder, and its database's server. */
  readonly isBeside: boolean;
  /** The database's server, if this process has started it. */
  readonly embedded?: EmbeddedServer;
  /** Stops the server, if this process started it, and releases the folder. */
  close(): Promise<void>;
}

interface FolderOptions extends Required<Pick<OpenOptions, "besideService" | "continuesMove">> {
  readonly server?: ServerOptions | undefined;
}

async function openFolder(
  config: Config,
  log: FastifyBaseLogger,
  { besideService, continuesMove, server: options }: FolderOptions,
): Promise<OpenFolder> {
  const { dataDir, databaseUrl } = config;
  const locked = lockFolder(config);
  if (databaseUrl !== undefined) return { url: databaseUrl, isBeside: false, close: async () => undefined };
  if (locked instanceof FolderLocked) {
    if (besideService) refuseOldFolder(dataDir);
    const isHere = locked.holder.hostname === hostname();
    const server = besideService && isHere ? await findEmbeddedBeside(dataDir) : undefined;
    if (server === undefined) throw new StartUpProblem(locked.message, { cause: locked });
    return { url: server.url, isBeside: true, close: server.close };
  }
  try {
    refuseByNotes(dataDir, continuesMove);
    const embedded = await startEmbedded({
      ...options,
      dataDir,
      onTrouble: (end) => log.error({ log: end }, "the embedded database ended on its own and is started again"),
    });
    return {
      url: embedded.url,
      isBeside: false,
      embedded,
      close: async () => {
        await embedded.close();
        locked?.release();
      },
    };
  } catch (error) {
    locked?.release();
    const isExplained = error instanceof NoPrograms || error instanceof ServerProblem;
    throw isExplained ? new StartUpProblem(error.message, { cause: error }) : error;
  }
}

/** The lock of a folder that contains the database, or who holds it. */
function lockFolder(config: Config): FolderLock | FolderLocked | undefined {
  try {
    ensureDataFolder(config.dataDir);
    return config.databaseUrl === undefined ? lockDataFolder(config.dataDir) : undefined;
  } catch (error) {
    if (error instanceof FolderLocked) return error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartUpProblem(
      `The data folder ${config.dataDir} cannot be used (${reason}). Set BURSAR_DATA_DIR to a folder that this user can write.`,
    );
  }
}

/** The folder's own notes may say that its database must not be used. */
function refuseByNotes(dataDir: string, continuesMove: boolean): void {
  if (findRestoreNote(dataDir) !== undefined)
    throw new StartUpProblem(
      `A restore into ${dataDir} was interrupted. Run bursar restore again: it finishes what it began.`,
    );
  const move = findMoveNote(dataDir);
  if (move !== undefined && !(continuesMove && move.state === "unfinished"))
    throw new StartUpProblem(
      move.state === "done"
        ? `The database of ${dataDir} was moved to the PostgreSQL server ${move.to}. Set DATABASE_URL to it, with the same BURSAR_DATA_DIR.`
        : `A move of ${dataDir} to ${move.to} was interrupted. Run bursar move embedded-to-postgres again: it finishes or repeats the move.`,
    );
}

/** On a connection of its own, because the pool must know from the start whether to send row scopes (ADR 0021), and whether the server is a cluster (ADR 0066). */
async function readStandingAt(url: string): Promise<Standing> {
  const database = openPostgres({ url, poolSize: 1 });
  try {
    return await readStanding(database);
  } finally {
    await database.close();
  }
}

interface WhichDatabase {
  readonly url: string;
  readonly standing: Standing | undefined;
}

function openDatabase(config: Config, log: FastifyBaseLogger, { url, standing }: WhichDatabase): Database {
  const common = {
    poolSize: config.poolSize,
    sendsScope: standing?.isRestricted === true,
    isCluster: standing?.isCluster === true,
    onIdleError: (error: Error) => log.warn({ err: error }, "a connection to the database was lost"),
  };
  const primary = openPostgres({ ...common, url });
  if (config.databaseReplicaUrl === undefined) return primary;
  // Connects when it is first needed: a replica that is away must not keep the service from starting.
  const replica = openPostgres({ ...common, url: config.databaseReplicaUrl, replica: awaitReplay });
  return readingFromReplica(primary, replica);
}

async function refusePendingMigrations(database: Database): Promise<void> {
  const pending = await pendingMigrations(database).catch((error: unknown) => {
    // 42P01: the table of migrations does not exist, so none was ever applied.
    if (sqlStateOf(error) === "42P01") return ["all of them"];
    throw error;
  });
  if (pending.length > 0)
    throw new StartUpProblem(
      `The database has pending migrations (${pending.join(", ")}). Run bursar migrate first, as the owner of the tables.`,
    );
}

/** The error with advice, if any is known; otherwise the error itself. */
function explain(error: unknown, config: Config): unknown {
  if (error instanceof StartUpProblem) return error;
  const cause = { cause: error };
  if (error instanceof OtherMode || error instanceof MigrationProblem) return new StartUpProblem(error.message, cause);
  if (error instanceof Error && error.message.startsWith("This database was created with another master key"))
    return new StartUpProblem(error.message, cause);
  return config.databaseUrl === undefined ? error : explainDatabase(error, config.databaseUrl);
}

/** An error of a PostgreSQL server with advice, if any is known; otherwise the error itself. */
export function explainDatabase(error: unknown, url: string): unknown {
  if (error instanceof StartUpProblem) return error;
  const cause = { cause: error };
  const where = describeUrl(url);
  // SQLSTATEs from PostgreSQL's documentation, Appendix A: authentication, unknown database, missing privilege.
  const state = sqlStateOf(error);
  if (state === "28P01" || state === "28000")
    return new StartUpProblem(`The database ${where} rejected this user or password. Correct DATABASE_URL.`, cause);
  if (state === "3D000")
    return new StartUpProblem(`The database ${where} does not exist. Create it, or correct DATABASE_URL.`, cause);
  if (state === "42501")
    return new StartUpProblem(
      `The role of DATABASE_URL lacks a privilege in ${where}. Run bursar migrate as the owner of the database, with --grant-to and the serving role.`,
      cause,
    );
  // A pooler's refusals: its pool is exhausted, or it does not know a parameter of DATABASE_URL.
  if (state === "08P01" && error instanceof Error)
    return new StartUpProblem(
      `The database ${where} refused the connection: ${error.message}. Correct DATABASE_URL or the pooler's settings.`,
      cause,
    );
  if (isUnavailable(error))
    return new StartUpProblem(
      `The database ${where} cannot be reached${state ? ` (${state})` : ""}. Start it, or correct DATABASE_URL.`,
      cause,
    );
  return error;
}

/** Hosts and name of the database, never its user or password. */
export function describeUrl(url: string): string {
  const name = /^[a-z]+:\/\/[^/?#]*(\/[^?#]*)?/i.exec(url)?.[1] ?? "";
  const hosts = readHosts(url).hosts.map((host) => host.name);
  return `${hosts.join(",")}${name}`;
}
