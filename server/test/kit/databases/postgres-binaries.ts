import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstallPackages, installPackage } from "./debian-package.ts";

const OLDEST_VERSION = 15;
/** Where several server versions are installed side by side, outside PATH: Debian's folder and Homebrew's two. */
const PARENTS = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];
/** The name of a version's folder there: 15, or postgresql@15. */
const VERSION = /^(?:postgresql@)?(\d+)$/;
const NEEDED = ["initdb", "pg_ctl", "postgres", "psql", "pgbench"] as const;

/** The error for a machine without a PostgreSQL server. */
export const INSTALL_POSTGRES = `Tests and benchmarks need the programs of PostgreSQL ${OLDEST_VERSION} or newer. Install it (Debian: apt-get install postgresql; macOS: brew install postgresql), or set PG_BIN to their folder, and run this again.`;

/**
 * Folder of initdb, postgres, pgbench, and so on: PG_BIN, or the newest installed; undefined when none is new enough.
 */
export function findPostgresBinaries(): string | undefined {
  const { PG_BIN: named, PATH: path = "" } = process.env;
  const folders = named ? [named] : [...PARENTS.flatMap(versionsIn), ...path.split(delimiter)];
  return folders.find(
    (folder) => NEEDED.every((name) => existsSync(join(folder, name))) && majorVersion(folder) >= OLDEST_VERSION,
  );
}

function versionsIn(parent: string): string[] {
  if (!existsSync(parent)) return [];
  const versionOf = (name: string) => Number(VERSION.exec(name)?.[1]);
  return readdirSync(parent)
    .filter((name) => VERSION.test(name))
    .sort((a, b) => versionOf(b) - versionOf(a))
    .map((name) => join(parent, name, "bin"));
}

function majorVersion(folder: string): number {
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/ (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}

/**
 * Folder of the server's programs; installs them where no consent is needed (Debian, as root, in a container or on CI).
 * @throws Error elsewhere, with one sentence on what to install.
 */
export function ensurePostgresBinaries(): string {
  const found = findPostgresBinaries();
  if (found) return found;
  if (!canInstallPackages()) throw new Error(INSTALL_POSTGRES);
  installPackage("postgresql", INSTALL_POSTGRES);
  const installed = findPostgresBinaries();
  if (!installed) throw new Error(INSTALL_POSTGRES);
  return installed;
}

/** An operating system user. */
export interface PostgresOwner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user to start a server as: `postgres` instead of root, which PostgreSQL refuses; undefined for this process's
 * user.
 */
export function postgresOwner(): PostgresOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
