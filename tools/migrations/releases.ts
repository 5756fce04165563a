import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isOlderVersion } from "../../server/src/kernel/sql/migrations/schema-version.ts";

/** A released version: its migrations never change again (docs/adr/0028-migrations-and-releases.md). */
export interface Release {
  readonly version: string;
  /** Listed because a clone may lack tags. */
  readonly commit: string;
  /** The SHA-256 of each file, by its name. */
  readonly migrations: Readonly<Record<string, string>>;
  /** The SHA-256 of serving-role.sql. */
  readonly servingRole: string;
  /** The name of the row-level security policy. */
  readonly policy: string;
}

export const RELEASES_FILE = "tools/migrations/releases.json";
const FOLDER = "server/migrations";
const ROW_SECURITY = "server/src/kernel/sql/row-security.ts";

/** All releases, oldest first. Only this repository writes the file. */
export const readReleases = (root: string): readonly Release[] =>
  JSON.parse(readFileSync(join(root, RELEASES_FILE), "utf8")) as readonly Release[];

/** The files of one state of the repository. */
export interface Tree {
  /** Paths of the files in a folder. */
  list(folder: string): readonly string[];
  read(path: string): string;
}

const git = (root: string, ...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 << 20, stdio: ["ignore", "pipe", "ignore"] });

/** The files of a commit; undefined if this clone lacks it (a shallow clone, or an archive without history). */
export function treeOfCommit(root: string, commit: string): Tree | undefined {
  try {
    git(root, "cat-file", "-e", `${commit}^{commit}`);
  } catch {
    return undefined;
  }
  return {
    list: (folder) => git(root, "ls-tree", "--name-only", commit, `${folder}/`).trim().split("\n"),
    read: (path) => git(root, "show", `${commit}:${path}`),
  };
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What a release at this state of the repository freezes. */
export function describeRelease(tree: Tree, commit: string): Release {
  const names = tree
    .list(FOLDER)
    .map((path) => path.slice(FOLDER.length + 1))
    .filter((name) => /^\d{4}_/.test(name));
  const { version }: { version: string } = JSON.parse(tree.read("server/package.json"));
  const [, policy = ""] = /^export const POLICY = "(\w+)"/m.exec(tree.read(ROW_SECURITY)) ?? [];
  return {
    version,
    commit,
    migrations: Object.fromEntries(names.sort().map((name) => [name, digest(tree.read(`${FOLDER}/${name}`))])),
    servingRole: digest(tree.read(`${FOLDER}/serving-role.sql`)),
    policy,
  };
}

/** Where the working tree, the changelog, or Git contradicts the list. `commitOf` returns undefined for unknown commits. */
export function releaseProblems(
  releases: readonly Release[],
  now: Tree,
  commitOf: (commit: string) => Tree | undefined,
): readonly string[] {
  const problems: string[] = [];
  const present = describeRelease(now, "");
  const changelog = now.read("CHANGELOG.md");
  for (const [index, release] of releases.entries()) {
    const before = releases[index - 1];
    if (before && !isOlderVersion(before.version, release.version))
      problems.push(`${RELEASES_FILE}: ${release.version} follows ${before.version}; releases are listed oldest first`);
    for (const [name, checksum] of Object.entries(release.migrations))
      if (present.migrations[name] !== checksum)
        problems.push(
          `${FOLDER}/${name} is frozen since release ${release.version}; restore it, and put the change into a new migration`,
        );
    if (!changelog.includes(`\n## ${release.version}`))
      problems.push(`CHANGELOG.md has no section for release ${release.version}`);
    const tree = commitOf(release.commit);
    if (tree !== undefined && JSON.stringify(describeRelease(tree, release.commit)) !== JSON.stringify(release))
      problems.push(
        `${RELEASES_FILE}: the entry of ${release.version} is not what its commit contains; record it again`,
      );
  }
  const last = releases.at(-1);
  const isMigrated = Object.keys(present.migrations).some((name) => !(name in (last?.migrations ?? {})));
  if (last && !isMigrated && (last.servingRole !== present.servingRole || last.policy !== present.policy))
    problems.push(
      `serving-role.sql or the row-level security policy has changed since release ${last.version}, and no migration has: add one, so that processes of ${last.version} can tell and leave both alone`,
    );
  return problems;
}
