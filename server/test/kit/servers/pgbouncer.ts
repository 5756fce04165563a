import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findRunAs, type RunAs } from "#kernel/embedded/programs.ts";
import { canInstallPackages, installPackage } from "../databases/debian-package.ts";
import { asAdministrator } from "../databases/test-server.ts";
import { freePort } from "../service/free-port.ts";

/** A real PgBouncer in transaction mode on the loopback interface. It ends with the process that started it. */
export interface PgBouncer {
  /** The same database and role, through the pooler. */
  through(url: string): string;
  /** SIGKILL: all connections through it are lost. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** A command of its console, e.g. `show pools`. */
  console(command: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  stop(): Promise<void>;
}

export interface PgBouncerOptions {
  /** Addresses of the databases, one for each role that connects. */
  readonly urls: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

const INSTALL =
  "Tests of connection pooling need PgBouncer. Install it (Debian: apt-get install pgbouncer), or set PGBOUNCER to its path, and run this again.";
const PLACES = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
const DOCUMENTED = join(import.meta.dirname, "../../../../docs/operate/pooling/pgbouncer.ini");
const START_LIMIT_MS = 120_000;
const CONSOLE_USER = "console";

/** The reason to skip, or false. Installs PgBouncer where no consent is needed. */
export function missingPgBouncer(): string | false {
  if (pathOf() !== undefined) return false;
  if (!canInstallPackages()) return INSTALL;
  installPackage("pgbouncer", INSTALL);
  return pathOf() === undefined ? INSTALL : false;
}

const pathOf = (): string | undefined =>
  [process.env["PGBOUNCER"] ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));

/** Starts it with the documented configuration, in which only addresses, users, and the given settings differ. */
export async function startPgBouncer({ urls, settings = {} }: PgBouncerOptions): Promise<PgBouncer> {
  const path = pathOf();
  const [first] = urls;
  if (path === undefined || first === undefined) throw new Error(INSTALL);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "bursar-pgbouncer-"));
  const files = { ini: join(folder, "pgbouncer.ini"), users: join(folder, "users"), log: join(folder, "log") };
  const server = new URL(first);
  writeFileSync(
    files.ini,
    configurationOf({
      "*": `host=${server.hostname} port=${server.port || "5432"}`,
      listen_addr: "127.0.0.1",
      listen_port: `${port}`,
      auth_type: "trust",
      auth_file: files.users,
      admin_users: CONSOLE_USER,
      unix_socket_dir: "",
      logfile: files.log,
      ...settings,
    }),
  );
  writeFileSync(files.users, [...urls.map(userLine), `"${CONSOLE_USER}" ""`].join("\n"));
  // PgBouncer refuses to run as root, too.
  chmodSync(folder, 0o700);
  const runAs = findRunAs([folder], ({ uid, gid }) => {
    for (const name of [folder, files.ini, files.users]) chownSync(name, uid, gid);
  });
  const through = (url: string): string => {
    const address = new URL(url);
    [address.hostname, address.port, address.password] = ["127.0.0.1", `${port}`, ""];
    return address.toString();
  };
  const console = (command: string) =>
    asAdministrator(
      `postgres://${CONSOLE_USER}@127.0.0.1:${port}/pgbouncer`,
      async (client) => (await client.query(command)).rows,
    );
  let child: ChildProcess | undefined;
  const start = async () => {
    child = startKept([...runAs.prefix, path], files.ini, runAs);
    await untilReady(child, () => console("show version"), files.log);
  };
  const kill = async () => {
    child?.stdin?.end();
    await ended(child);
  };
  await start();
  return {
    through,
    kill,
    start,
    console,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The documented file with other values; a setting that it does not have is added. */
function configurationOf(values: Readonly<Record<string, string>>): string {
  const left = new Map(Object.entries(values));
  const lines = readFileSync(DOCUMENTED, "utf8")
    .split("\n")
    .map((line) => {
      const name = /^([\w*]+) *=/.exec(line)?.[1];
      const value = name === undefined ? undefined : left.get(name);
      if (name === undefined || value === undefined) return line;
      left.delete(name);
      return `${name} = ${value}`;
    });
  return [...lines, ...[...left].map(([name, value]) => `${name} = ${value}`), ""].join("\n");
}

const userLine = (url: string): string => {
  const { username, password } = new URL(url);
  return `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"`;
};

/**
 * A shell that waits on a pipe that only this process holds open, and then kills PgBouncer, so that it also ends with a
 * killed process.
 */
function startKept(command: readonly string[], file: string, { user }: RunAs): ChildProcess {
  const script = `trap "" INT TERM HUP; exec 3<&0; "$@" -q "$0" < /dev/null 3<&- & cat <&3 > /dev/null; kill -KILL $!; wait`;
  const child = spawn("/bin/sh", ["-c", script, file, ...command], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    ...user,
  });
  child.unref();
  // Node.js creates a socket for a pipe to a child, but types it as a writable stream.
  if (child.stdin && "unref" in child.stdin && typeof child.stdin.unref === "function") child.stdin.unref();
  return child;
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  while (child !== undefined && child.exitCode === null && child.signalCode === null) await sleep(10);
}

async function untilReady(child: ChildProcess, ask: () => Promise<unknown>, log: string): Promise<void> {
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit; await sleep(20)) {
    const isReady = await ask().then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null) break;
  }
  throw new Error(`PgBouncer did not start:\n${existsSync(log) ? readFileSync(log, "utf8") : ""}`);
}
