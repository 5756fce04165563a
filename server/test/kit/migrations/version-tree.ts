import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { MoreMigrations } from "./migration-folder.ts";

const ROOT = join(import.meta.dirname, "../../../..");
/** The same paths in each run, so that compiled modules are found again. */
const VERSIONS = join(ROOT, ".tmp/versions");
const NODE_MODULES = ["node_modules", "server/node_modules"];
/** What a version runs: its workspaces, which its node_modules links to. */
const SOURCES = ["server", "packages"];

/** The files of one version, ready to run. */
export interface VersionTree {
  /** Its command line, for `startServer` and `bursar`. */
  readonly launcher: string;
  remove(): void;
}

/** The present files, with more migrations, as the next release would have. */
export function nextVersion(version: string, more: MoreMigrations): VersionTree {
  const folder = emptyFolder(version);
  for (const path of SOURCES)
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.includes("node_modules"),
    });
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, "server/migrations", name), text);
  const manifest = join(folder, "server/package.json");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version }));
  linkPackages(folder);
  return treeAt(folder);
}

/** The present files, unchanged, in a folder of their own. */
export const thisVersion = (): VersionTree => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, "server/package.json"), "utf8"));
  return nextVersion(version, {});
};

/** The files of a release's commit; undefined if this clone lacks it. */
export function releasedVersion(commit: string): VersionTree | undefined {
  if (spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT }).status !== 0) return undefined;
  const folder = emptyFolder(commit);
  // The first release had no packages.
  const sources = execFileSync("git", ["ls-tree", "--name-only", commit, ...SOURCES], { cwd: ROOT, encoding: "utf8" });
  const paths = [...sources.trim().split("\n"), "package.json", "package-lock.json"];
  const archive = execFileSync("git", ["archive", commit, ...paths], {
    cwd: ROOT,
    maxBuffer: 512 << 20,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  if (hasAllPackagesOf(folder)) linkPackages(folder);
  else execFileSync("npm", ["ci", "--ignore-scripts", "--omit=dev", "--workspace=server"], { cwd: folder });
  return treeAt(folder);
}

/** Whether this folder has installed each package that the release would install, in the same version. */
function hasAllPackagesOf(release: string): boolean {
  const installed = lockedPackages(ROOT);
  return Object.entries(lockedPackages(release))
    .filter(([path, { dev }]) => path.includes("node_modules/") && dev !== true)
    .every(([path, { version, integrity, resolved }]) => {
      const present = installed[path];
      return present?.version === version && present?.integrity === integrity && present?.resolved === resolved;
    });
}

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  /** Workspaces have only this: their folder. */
  readonly resolved?: string;
  readonly dev?: boolean;
}

function lockedPackages(folder: string): Readonly<Record<string, LockedPackage>> {
  return JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
}

/** Of its own: test files that run at the same time use the same release. */
function emptyFolder(name: string): string {
  mkdirSync(VERSIONS, { recursive: true });
  return mkdtempSync(join(VERSIONS, `${name}-`));
}

/** Packages from npm are those of this folder; workspaces are the version's own. */
function linkPackages(folder: string): void {
  for (const path of NODE_MODULES.filter((each) => existsSync(join(ROOT, each)))) {
    mkdirSync(join(folder, path), { recursive: true });
    for (const name of readdirSync(join(ROOT, path))) {
      const installed = join(ROOT, path, name);
      const isWorkspace = lstatSync(installed).isSymbolicLink();
      symlinkSync(isWorkspace ? readlinkSync(installed) : installed, join(folder, path, name));
    }
  }
}

const treeAt = (folder: string): VersionTree => ({
  launcher: join(folder, "server/src/cli/main.ts"),
  remove: () => rmSync(folder, { recursive: true, force: true }),
});
