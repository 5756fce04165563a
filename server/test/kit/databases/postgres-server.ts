import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { byteOrderIn } from "#kernel/embedded/own-server.ts";
import { findRunAs, type Programs, type RunAs } from "#kernel/embedded/programs.ts";
import { freePort } from "../service/free-port.ts";
import { ensureInstalledPrograms, findTestPrograms, postgresOwner } from "./postgres-binaries.ts";

/**
 * A private PostgreSQL server in a temporary folder, on loopback, as durable as in production, with the programs that the
 * service would start. It ends with its parent.
 */
export interface PostgresServer {
  /** `postgres://…/postgres`; tests create their own databases through it. */
  readonly url: string;
  readonly port: number;
  /** SIGKILLs the postmaster. Its children notice and exit at once without flushing anything, as in a power failure. */
  kill(): void;
  /** Starts it again on the same folder and port, and waits until it answers. */
  restart(): Promise<void>;
  /** Makes a standby the primary, and waits until it accepts writes. */
  promote(): void;
  /** Ends it and removes its folder, before it returns. */
  stop(): void;
}

export interface PostgresServerOptions {
  /** Server settings, e.g. `{ fsync: "off" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** With an installed server's programs, for what npm's package does not have: standbys, backups, extensions. */
  readonly installed?: boolean;
  /** Starts as a streaming standby of that installed server, under this name, with a replication slot of that name. */
  readonly standbyOf?: { readonly primaryUrl: string; readonly name: string };
  /** A free one if undefined. */
  readonly port?: number;
}

/**
 * For a server that lives no longer than a test run: no commit waits for the disk, which no test of the service can tell.
 * Tests that kill PostgreSQL itself start a durable one.
 */
export const QUICK_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", jit: "off" };

const settingsByDefault = { shared_buffers: "256MB", max_connections: "200", max_wal_size: "4GB" };
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;
const POLL_MS = 50;

/** Where the server's files are and as whom it runs. */
interface Cluster {
  readonly programs: Programs;
  readonly runAs: RunAs;
  readonly folder: string;
  readonly data: string;
  readonly log: string;
  readonly port: number;
  readonly flags: readonly string[];
}

/** A free port may be taken by another test before the server listens on it. */
const PORTS_TRIED = 5;

export async function startPostgresServer(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      const isTaken = error instanceof Error && error.message.includes("Address already in use");
      if (!isTaken || attempt === PORTS_TRIED) throw error;
    }
  }
}

async function startOnce(options: PostgresServerOptions): Promise<PostgresServer> {
  const { standbyOf } = options;
  const cluster = await createCluster(options);
  const keeper = startKeeper(cluster);
  try {
    if (standbyOf === undefined) createDatabases(cluster);
    else copyPrimary(cluster, standbyOf);
    let child = spawnServer(cluster);
    await untilReady(cluster, child);
    return {
      url: `postgres://postgres@127.0.0.1:${cluster.port}/postgres`,
      port: cluster.port,
      kill: () => void child.kill("SIGKILL"),
      restart: async () => {
        child = await restartServer(cluster);
      },
      promote: () => run(cluster, "pg_ctl", ["promote", "-s", "-w", "-D", cluster.data]),
      stop: () => {
        stopAndRemove(cluster);
        keeper.stdin?.end();
      },
    };
  } catch (error) {
    stopAndRemove(cluster);
    keeper.stdin?.end();
    throw error;
  }
}

/** Text is ordered by bytes, as in the embedded database. */
function createDatabases(cluster: Cluster): void {
  const locale = byteOrderIn(cluster.programs);
  run(cluster, "initdb", ["-D", cluster.data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", ...locale]);
}

/** Copies a running server; `-R` writes where to stream from, and `-C -S` keeps what the standby still needs. */
const copyPrimary = (cluster: Cluster, { primaryUrl, name }: NonNullable<PostgresServerOptions["standbyOf"]>): void => {
  const { hostname, port, username } = new URL(primaryUrl);
  const source = `host=${hostname} port=${port} user=${username} application_name=${name}`;
  run(cluster, "pg_basebackup", ["-D", cluster.data, "-d", source, "-R", "-C", "-S", name, "-c", "fast", "--no-sync"]);
};

async function createCluster({ settings, installed = false, port }: PostgresServerOptions): Promise<Cluster> {
  const programs = installed ? ensureInstalledPrograms() : findTestPrograms();
  const folder = mkdtempSync(join(tmpdir(), "bursar-postgres-"));
  const give = ({ uid, gid }: NonNullable<RunAs["user"]>) => chownSync(folder, uid, gid);
  const runAs = installed ? asPostgresUser() : findRunAs([folder, programs.folder], give);
  if (installed && runAs.user) give(runAs.user);
  const all = Object.entries({ ...settingsByDefault, ...settings });
  return {
    programs,
    runAs,
    folder,
    data: join(folder, "data"),
    log: join(folder, "log"),
    port: port ?? (await freePort()),
    flags: all.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  };
}

function asPostgresUser(): RunAs {
  const user = postgresOwner();
  return user === undefined ? { prefix: [] } : { prefix: [], user };
}

/** A program of the server and its arguments, started as a user that PostgreSQL accepts. */
const commandOf = ({ programs, runAs }: Cluster, program: string, args: readonly string[]): readonly string[] => [
  ...runAs.prefix,
  join(programs.folder, program),
  ...args,
];

const surroundings = ({ programs, runAs }: Cluster) => ({
  env: { ...process.env, ...programs.environment },
  ...runAs.user,
});

function run(cluster: Cluster, name: string, args: readonly string[]): void {
  const [program = "", ...rest] = commandOf(cluster, name, args);
  const { status, stderr } = spawnSync(program, rest, {
    cwd: cluster.folder,
    encoding: "utf8",
    ...surroundings(cluster),
  });
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
}

/**
 * A shell that waits on a pipe that only this process holds open, and then cleans up, so cleanup also happens after
 * SIGKILL or when the test runner exits. It ignores the terminal's signals, runs as the server's owner, and cannot keep
 * this process alive.
 */
function startKeeper(cluster: Cluster): ChildProcess {
  const script = `trap "" INT TERM HUP; cat > /dev/null; "$@" 2> /dev/null; rm -rf "$0"`;
  const keeper = spawn("/bin/sh", ["-c", script, cluster.folder, ...stopCommandOf(cluster)], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    ...surroundings(cluster),
  });
  keeper.unref();
  // Node.js creates a socket for a pipe to a child, but types it as a writable stream.
  if (keeper.stdin && "unref" in keeper.stdin && typeof keeper.stdin.unref === "function") keeper.stdin.unref();
  return keeper;
}

function spawnServer(cluster: Cluster): ChildProcess {
  const { folder, data, log, port, flags } = cluster;
  const where = ["-D", data, "-p", `${port}`];
  const at = ["-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=${folder}`];
  const [program = "", ...args] = commandOf(cluster, "postgres", [...where, ...at, ...flags]);
  const output = openSync(log, "a");
  const child = spawn(program, args, {
    stdio: ["ignore", output, output],
    cwd: folder,
    detached: true,
    ...surroundings(cluster),
  });
  closeSync(output);
  child.unref();
  return child;
}

async function untilReady(cluster: Cluster, child: ChildProcess): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (isReady(cluster, child)) return;
    if (child.exitCode !== null) break;
    await sleep(POLL_MS);
  }
  throw new Error(`PostgreSQL did not start:\n${read(cluster.log)}`);
}

/** postmaster.pid has the process on line 1 and its status on line 8; pg_ctl waits the same way. */
function isReady({ data }: Cluster, child: ChildProcess): boolean {
  const lines = read(join(data, "postmaster.pid")).split("\n");
  return lines[0] === `${child.pid}` && ["ready", "standby"].includes(lines[7]?.trim() ?? "");
}

async function restartServer(cluster: Cluster): Promise<ChildProcess> {
  const limit = Date.now() + START_LIMIT_MS;
  // A killed postmaster's children keep the shared memory for a moment, and a new one refuses to start until they exit.
  while (Date.now() < limit) {
    const child = spawnServer(cluster);
    try {
      await untilReady(cluster, child);
      return child;
    } catch {
      await sleep(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL did not restart:\n${read(cluster.log)}`);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

const stopCommandOf = (cluster: Cluster): readonly string[] =>
  commandOf(cluster, "pg_ctl", ["stop", "-s", "-m", "immediate", "-D", cluster.data]);

function stopAndRemove(cluster: Cluster): void {
  const [program = "", ...args] = stopCommandOf(cluster);
  spawnSync(program, args, { cwd: "/", stdio: "ignore", timeout: STOP_LIMIT_MS, ...surroundings(cluster) });
  rmSync(cluster.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
