import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeRelease, RELEASES_FILE, readReleases, treeOfCommit } from "./releases.ts";

// npx node tools/migrations/record-release.ts [commit]
//
// Adds the released commit (HEAD by default) to the list of releases, which freezes its migrations. Run it directly after
// the commit that the release's tag names, and commit the list.

const ROOT = join(import.meta.dirname, "../..");
const commit = execFileSync("git", ["rev-parse", `${process.argv[2] ?? "HEAD"}^{commit}`], {
  cwd: ROOT,
  encoding: "utf8",
}).trim();
const tree = treeOfCommit(ROOT, commit);
if (tree === undefined) throw new Error(`This clone has no commit ${commit}`);
const release = describeRelease(tree, commit);
const others = readReleases(ROOT).filter(({ version }) => version !== release.version);
writeFileSync(join(ROOT, RELEASES_FILE), `${JSON.stringify([...others, release], null, 2)}\n`);
process.stdout.write(
  `${release.version} is commit ${commit}, with ${Object.keys(release.migrations).length} migrations\n`,
);
