import { chmodSync, chownSync, existsSync, lchownSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Metrics } from "../process/metrics.ts";
import { type Database, isUnavailable } from "../sql/database.ts";
import { openPostgres } from "../sql/postgres.ts";
import {
  createFiles,
  type OwnServer,
  type SocketPath,
  socketPathOf,
  startOwnServer,
  versionOfFiles,
} from "./own-server.ts";
import { findPrograms, findRunAs, type RunAs } from "./programs.ts";

/** The folder of the embedded database's files in a data folder. */
export const embeddedFolderOf = (dataDir: string): string => join(dataDir, "postgres");
const linksOf = (dataDir: string): string => join(dataDir, "postgres-libraries");

/** The embedded database of a data folder: a PostgreSQL server of this process, or of another one that holds the folder. */
export interface EmbeddedServer {
  /** A connection URL of the database, as its owner. */
  readonly url: string;
  /** How often the server has ended on its own since this process started it. */
  failures(): number;
  close(): Promise<void>;
}

/** How a server differs from that of an ordinary data folder. */
export interface ServerOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** The size of the files that hold the log of changes, for a new database; 16 by default. */
  readonly walSegmentMb?: number;
}

export interface EmbeddedOptions extends ServerOptions {
  readonly dataDir: string;
  /** Called when the server has ended on its own, with the end of its log; it is being started again. */
  readonly onTrouble?: (log: string) => void;
}

/**
 * Starts the server of a data folder, and creates its files if there are none. Call while holding the folder's lock. Throws
 * NoPrograms if PostgreSQL cannot run on this machine.
 */
export async function startEmbedded({
  dataDir,
  onTrouble,
  settings,
  walSegmentMb,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = embeddedFolderOf(dataDir);
  const programs = findPrograms({ version: versionOfFiles(folder), linksIn: linksOf(dataDir) });
  const runAs = findRunAs([dataDir, programs.folder], (user) => admit(user, dataDir));
  const files = { folder, programs, runAs };
  if (versionOfFiles(folder) === undefined) await createFiles(files, walSegmentMb);
  else giveTo(runAs, folder);
  const socket = socketPathOf(folder, runAs.user);
  let server: OwnServer;
  try {
    server = await startOwnServer({
      ...files,
      socket,
      ...(settings === undefined ? {} : { settings }),
      onTrouble: onTrouble ?? (() => undefined),
    });
  } catch (error) {
    socket.release();
    throw error;
  }
  return {
    url: socket.url,
    failures: server.failures,
    close: async () => {
      await server.stop();
      socket.release();
    },
  };
}

/** For a server that this process has started. */
export function embeddedMetrics({ failures }: Pick<EmbeddedServer, "failures">, metrics: Metrics): void {
  const total = metrics.counter({
    name: "bursar_embedded_database_failures_total",
    help: "How often the embedded database's server has ended on its own and was started again.",
  });
  metrics.onScrape(() => {
    total.reset();
    total.inc(failures());
  });
}

/** How long another process may take to start its server: longer than a first start takes. */
const BESIDE_LIMIT_MS = 20_000;
const BESIDE_POLL_MS = 100;

/** The server that another process has started in the folder. Resolves to undefined if it does not answer. */
export async function findEmbeddedBeside(dataDir: string): Promise<EmbeddedServer | undefined> {
  const folder = embeddedFolderOf(dataDir);
  const limit = performance.now() + BESIDE_LIMIT_MS;
  while (performance.now() < limit) {
    if (existsSync(folder)) {
      const socket = socketPathOf(folder);
      if (await answers(socket)) return { url: socket.url, failures: () => 0, close: async () => socket.release() };
      socket.release();
    }
    await sleep(BESIDE_POLL_MS);
  }
  return undefined;
}

async function answers({ url }: SocketPath): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** An empty database on a server of its own, which is gone afterward: for plans and descriptions of the schema. */
export async function withScratchDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "bursar-scratch-"));
  try {
    const server = await startEmbedded({ dataDir, settings: { fsync: "off", full_page_writes: "off" } });
    try {
      const database = openPostgres({ url: server.url, poolSize: 4 });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    } finally {
      await server.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Before a server starts in a folder within the data folder. */
export const admitServer = (dataDir: string): void => void findRunAs([dataDir], (user) => admit(user, dataDir));

/** Allows the server's user to reach its folder within the data folder, but not to list or change that. */
function admit({ gid }: NonNullable<RunAs["user"]>, dataDir: string): void {
  chownSync(dataDir, statSync(dataDir).uid, gid);
  chmodSync(dataDir, 0o710);
}

/** Files that another user has put there, by a restore or another way of running, belong to the server's from now on. */
function giveTo({ user }: RunAs, folder: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = user ?? { uid: 0, gid: 0 };
  if (statSync(folder).uid === uid) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    lchownSync(join(folder, name), uid, gid);
  // Last: then everything in it has been given.
  lchownSync(folder, uid, gid);
}
