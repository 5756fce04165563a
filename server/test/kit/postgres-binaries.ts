import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

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
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) throw new Error(INSTALL_POSTGRES);
  process.stderr.write("Installing PostgreSQL for the tests (once) …\n");
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", "postgresql"],
  ]) {
    const { status, stderr } = spawnSync("apt-get", args, {
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    // A repository that does not answer fails the update, yet what is needed may be known already: only installing counts.
    if (status !== 0 && args[0] === "install") throw new Error(`${INSTALL_POSTGRES}\napt-get says: ${stderr.trim()}`);
  }
  const installed = findPostgresBinaries();
  if (!installed) throw new Error(INSTALL_POSTGRES);
  return installed;
}
