import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  findPrograms,
  installedPrograms,
  OLDEST_VERSION,
  type Programs,
  type RunAs,
} from "#kernel/embedded/programs.ts";
import { canInstallPackages, installPackage } from "./debian-package.ts";

/** The programs of private servers: those that the service would start. */
export const findTestPrograms = (): Programs =>
  findPrograms({ linksIn: join(import.meta.dirname, "../../../../.tmp/postgres-libraries") });

/** What npm's package of PostgreSQL does not have. */
const NEEDED = ["pg_basebackup", "pgbench", "psql"] as const;

/** The error for a machine without an installed server. */
export const INSTALL_POSTGRES = `This needs ${NEEDED.join(", ")}, and so on, of an installed PostgreSQL server, version ${OLDEST_VERSION} or newer. Install it (Debian: apt-get install postgresql; macOS: brew install postgresql), and run this again.`;

/** The newest installed programs; undefined if none are new enough and complete. */
export const findInstalledPrograms = (): Programs | undefined =>
  installedPrograms().find(
    ({ folder, version }) => version >= OLDEST_VERSION && NEEDED.every((name) => existsSync(join(folder, name))),
  );

/**
 * The newest installed programs; installs them where no consent is needed (Debian, as root, in a container or on CI).
 * @throws Error elsewhere, with one sentence on what to install.
 */
export function ensureInstalledPrograms(): Programs {
  const found = findInstalledPrograms();
  if (found) return found;
  if (!canInstallPackages()) throw new Error(INSTALL_POSTGRES);
  installPackage("postgresql", INSTALL_POSTGRES);
  const installed = findInstalledPrograms();
  if (!installed) throw new Error(INSTALL_POSTGRES);
  return installed;
}

/** For `skip`: the reason, if there is no installed server and none may be installed. */
export const missingInstalledServer = (): string | false =>
  findInstalledPrograms() === undefined && !canInstallPackages() ? INSTALL_POSTGRES : false;

/**
 * The user to start an installed server as: `postgres` instead of root, which PostgreSQL refuses; undefined for this
 * process's user.
 */
export function postgresOwner(): RunAs["user"] {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
