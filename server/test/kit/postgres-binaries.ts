import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { canInstallPackages, installPackage } from "./debian-package.ts";

const OLDEST_VERSION = 15;
const DEBIAN_FOLDER = "/usr/lib/postgresql";
const NEEDED = ["initdb", "pg_ctl", "postgres"] as const;

/** What to tell a person whose machine has no PostgreSQL server. */
export const INSTALL_POSTGRES = `The tests need PostgreSQL ${OLDEST_VERSION} or newer: install it (Debian: apt-get install postgresql; macOS: brew install postgresql) and run them again.`;

/** Folder of initdb, pg_ctl and postgres, or undefined when this machine has none that is new enough. */
export function findPostgresBinaries(): string | undefined {
  // Debian keeps servers of several versions side by side, outside the path.
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN_FOLDER, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter),
  ];
  return folders.find(
    (folder) => NEEDED.every((name) => existsSync(join(folder, name))) && majorVersion(folder) >= OLDEST_VERSION,
  );
}

function majorVersion(folder: string): number {
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/ (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}

/**
 * Folder of the server's programs; installs them where that needs nobody's consent (Debian, as root, in a container or on CI).
 * @throws Error with one sentence on what to install, elsewhere.
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
