import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Programs, RunAs } from "./programs.ts";

/**
 * A PostgreSQL server that belongs to this process: it listens on a socket in its own folder, where only this user can reach
 * it, and ends with the process, even if that is killed. If the server ends on its own (it does when its disk is full), it is
 * started again.
 */
export interface OwnServer {
  /** How often it has ended on its own. */
  failures(): number;
  /** Stops it: clients of other processes have a few seconds to finish. */
  stop(): Promise<void>;
}

/** Where a server's files are, and how its programs run. */
export interface ServerFiles {
  readonly folder: string;
  readonly programs: Programs;
  readonly runAs: RunAs;
}

/** The role and the database that a new folder has. */
const OWN_ROLE = "bursar";
const OWN_DATABASE = "postgres";
const PORT = 5432;
const SOCKET_FILE = `.s.PGSQL.${PORT}`;
/** Unix socket paths are at most 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = 103;

/**
 * For a small machine that runs the service, too. Commits are durable, as by default. Nothing about a statement is logged,
 * because it may contain what is never logged. The log of changes can be kept for a backup.
 */
const SETTINGS = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "40",
  shared_buffers: "48MB",
  work_mem: "4MB",
  maintenance_work_mem: "32MB",
  max_wal_size: "256MB",
  min_wal_size: "32MB",
  wal_level: "replica",
  max_wal_senders: "2",
  max_replication_slots: "2",
  autovacuum_max_workers: "1",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  jit: "off",
  log_min_messages: "fatal",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_error_verbosity: "terse",
  timezone: "UTC",
};
/** Since version 18: otherwise three more processes read ahead. */
const SETTINGS_SINCE_18 = { io_method: "sync" };

/** Recovery on a slow disk replays up to `max_wal_size`. */
const START_LIMIT_MS = 600_000;
const POLL_MS = 10;
/** How long others may finish what they do; then their transactions are rolled back. */
const GRACE_MS = 5_000;
const LOG_BYTES_MAX = 1_048_576;
/** Between attempts to start a server that has ended on its own. */
const RESTART_MS = [200, 1_000, 5_000, 15_000];

/** The server could not be created or started; the message quotes PostgreSQL. */
export class ServerProblem extends Error {
  override readonly name = "ServerProblem";
}

/** What initdb needs so that text is ordered by bytes everywhere. macOS has that under the older name only. */
export function byteOrderIn({ version }: Programs): readonly string[] {
  if (version >= 17) return ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  return [`--locale=${process.platform === "darwin" ? "C" : "C.UTF-8"}`];
}

/** Fills an empty folder with a new database. The process works on meanwhile: a first start loads the service. */
export async function createFiles({ folder, programs, runAs }: ServerFiles, walSegmentMb?: number): Promise<void> {
  const draft = `${folder}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (runAs.user) chownSync(draft, runAs.user.uid, runAs.user.gid);
  const [program = "", ...args] = [
    ...runAs.prefix,
    join(programs.folder, "initdb"),
    "-D",
    draft,
    "-U",
    OWN_ROLE,
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-instructions",
    ...byteOrderIn(programs),
    ...(walSegmentMb === undefined ? [] : [`--wal-segsize=${walSegmentMb}`]),
  ];
  const options = { cwd: draft, env: { ...process.env, ...programs.environment }, ...runAs.user };
  const run = promisify(execFile)(program, args, options);
  await run.catch(({ stderr, message }: { readonly stderr?: string; readonly message: string }) => {
    throw new ServerProblem(`The database in ${folder} could not be created: ${stderr?.trim() || message}`);
  });
  // It gets its name when it is complete: a process that was killed leaves nothing that looks like a database.
  renameSync(draft, folder);
}

/** The major version that wrote the files; undefined if there are none. */
export function versionOfFiles(folder: string): number | undefined {
  const path = join(folder, "PG_VERSION");
  return existsSync(path) ? Number.parseInt(readFileSync(path, "utf8"), 10) : undefined;
}

/** The way to a server's socket. */
export interface SocketPath {
  /** A folder with a path that is short enough for sockets. */
  readonly folder: string;
  /** Connects to the server of the folder, whichever process started it. */
  readonly url: string;
  release(): void;
}

/**
 * Paths of sockets are short, so a longer one is reached through a link in a folder that only this user can enter, and the
 * server's user, if that is another. What the link leads to is protected by its own permissions.
 */
export function socketPathOf(folder: string, user?: RunAs["user"]): SocketPath {
  const isShort = Buffer.byteLength(join(folder, SOCKET_FILE)) <= LONGEST_SOCKET_PATH;
  const shortcut = isShort ? undefined : mkdtempSync(join(tmpdir(), "bursar-"));
  if (shortcut !== undefined) {
    symlinkSync(folder, join(shortcut, "d"));
    if (user) {
      chownSync(shortcut, statSync(shortcut).uid, user.gid);
      chmodSync(shortcut, 0o710);
    }
  }
  const at = shortcut === undefined ? folder : join(shortcut, "d");
  return {
    folder: at,
    url: `postgres:///${OWN_DATABASE}?host=${encodeURIComponent(at)}&port=${PORT}&user=${OWN_ROLE}`,
    release: () => {
      if (shortcut !== undefined) rmSync(shortcut, { recursive: true, force: true });
    },
  };
}

export interface OwnServerOptions extends ServerFiles {
  readonly socket: SocketPath;
  /** In addition to the settings above. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server has ended on its own, with the end of its log; it is being started again. */
  readonly onTrouble: (log: string) => void;
}

/** Starts the server of a folder. Resolves once it accepts connections; call while holding the folder's lock. */
export async function startOwnServer(options: OwnServerOptions): Promise<OwnServer> {
  const stopping = new AbortController();
  let running: Running | undefined;
  let failures = 0;
  let restarting: Promise<void> = Promise.resolve();

  const watch = (server: Running): void => {
    running = server;
    void server.ended.then(() => {
      server.dismiss();
      if (stopping.signal.aborted) return;
      failures += 1;
      restarting = startAgain(server.log());
    });
  };
  async function startAgain(lastWords: string): Promise<void> {
    options.onTrouble(lastWords);
    for (let attempt = 0; ; attempt += 1) {
      const pauseMs = RESTART_MS[attempt] ?? RESTART_MS.at(-1);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        return watch(await start(options, stopping.signal));
      } catch (error) {
        options.onTrouble(error instanceof Error ? error.message : String(error));
      }
    }
  }

  watch(await start(options, stopping.signal));
  return {
    failures: () => failures,
    stop: async () => {
      stopping.abort();
      await restarting;
      if (running !== undefined) await stop(running);
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  /** The end of what it has logged. */
  log(): string;
  /** Ends the keeper, which has nothing to do any more. */
  dismiss(): void;
}

async function start(options: OwnServerOptions, stopping: AbortSignal): Promise<Running> {
  const limit = performance.now() + START_LIMIT_MS;
  for (;;) {
    removeStalePid(options.folder);
    const running = spawnServer(options);
    if (await isReadyBy(options, running, limit)) return running;
    running.dismiss();
    // The server of a process that was killed is still ending, or its memory is: only then is it worth another attempt.
    const log = running.log();
    const isTaken = /lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(log);
    if (!isTaken || stopping.aborted || performance.now() > limit)
      throw new ServerProblem(`The server of the database in ${options.folder} did not start: ${log}`);
    await sleep(POLL_MS * 5);
  }
}

function spawnServer({ folder, programs, runAs, socket, settings }: OwnServerOptions): Running {
  const given = { ...SETTINGS, ...(programs.version >= 18 ? SETTINGS_SINCE_18 : {}), ...settings };
  const flags = Object.entries({ ...given, unix_socket_directories: socket.folder, port: `${PORT}` }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const [program = "", ...args] = [...runAs.prefix, join(programs.folder, "postgres"), "-D", folder, ...flags];
  const output = openLog(folder);
  const logged = fstatSync(output).size;
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ["ignore", output, output],
    // The terminal's signals are for the service, which stops the server in order.
    detached: true,
    env: { ...process.env, ...programs.environment },
    ...runAs.user,
  });
  closeSync(output);
  child.unref();
  const keeper = startKeeper({ folder, programs, runAs });
  return {
    child,
    ended: new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    }),
    log: () => lastLines(readIfThere(logOf(folder)).subarray(logged)),
    dismiss: () => void keeper.stdin?.end("done\n"),
  };
}

/**
 * A shell that waits on a pipe that only this process holds open, and stops the server when the process is gone, also after
 * SIGKILL. It ignores the terminal's signals and cannot keep this process alive.
 */
function startKeeper({ folder, programs, runAs }: ServerFiles): ChildProcess {
  const script = `trap "" INT TERM HUP; folder="$1"; shift; read -r word; [ "$word" = done ] || "$@" stop -s -m fast -D "$folder"`;
  const command = [...runAs.prefix, join(programs.folder, "pg_ctl")];
  const keeper = spawn("/bin/sh", ["-c", script, "bursar", folder, ...command], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: { ...process.env, ...programs.environment },
    ...runAs.user,
  });
  keeper.on("error", () => undefined);
  keeper.stdin?.on("error", () => undefined);
  keeper.unref();
  // Node.js creates a socket for a pipe to a child, but types it as a writable stream.
  if (keeper.stdin && "unref" in keeper.stdin && typeof keeper.stdin.unref === "function") keeper.stdin.unref();
  return keeper;
}

async function isReadyBy({ folder }: ServerFiles, { child }: Running, limit: number): Promise<boolean> {
  while (performance.now() < limit) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return false;
    // postmaster.pid has the process on line 1 and its status on line 8; pg_ctl waits the same way.
    const lines = linesIn(join(folder, "postmaster.pid"));
    if (lines[0] === `${child.pid}` && lines[7]?.trim() === "ready") return true;
    await sleep(POLL_MS);
  }
  child.kill("SIGQUIT");
  return false;
}

async function stop({ child, ended, dismiss }: Running): Promise<void> {
  // First without new connections, then without the old ones.
  child.kill("SIGTERM");
  const hurry = setTimeout(() => child.kill("SIGINT"), GRACE_MS);
  await ended;
  clearTimeout(hurry);
  dismiss();
}

/**
 * In a container, the number of a killed server is soon another process's, and PostgreSQL would take that for its own
 * predecessor. The caller holds the folder's lock, so only a server that is still ending may have the files.
 */
function removeStalePid(folder: string): void {
  const path = join(folder, "postmaster.pid");
  const pid = Number.parseInt(linesIn(path)[0] ?? "", 10);
  if (Number.isNaN(pid) || process.platform !== "linux") return;
  if (linesIn(`/proc/${pid}/comm`)[0] !== "postgres") rmSync(path, { force: true });
}

const logOf = (folder: string): string => `${folder}.log`;

function openLog(folder: string): number {
  const path = logOf(folder);
  if (existsSync(path) && statSync(path).size > LOG_BYTES_MAX) unlinkSync(path);
  return openSync(path, "a", 0o600);
}

const lastLines = (text: Buffer): string => text.toString().trim().split("\n").slice(-5).join("\n");

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

const linesIn = (path: string): readonly string[] => readIfThere(path).toString().split("\n");
