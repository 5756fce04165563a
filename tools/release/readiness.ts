import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** What a release would be, and what keeps it from being one: its version and changes must be the same everywhere. */
export interface Candidate {
  readonly version: string;
  /** The changelog's section, or what is unreleased if it has none of this version. */
  readonly notes: string;
  /** Sentences; none if it can be published. */
  readonly problems: readonly string[];
}

const PACKAGES = ["package.json", "server/package.json", "dashboard/package.json", "packages/sdk/package.json"];
const VERSION = /^\d+\.\d+\.\d+$/;

export function readCandidate(root: string): Candidate {
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  const versions = new Map<string, string>(PACKAGES.map((path) => [path, JSON.parse(read(path)).version]));
  const locked = JSON.parse(read("package-lock.json")).packages;
  for (const folder of ["", "server", "dashboard", "packages/sdk"])
    versions.set(`${folder || "the repository"} in package-lock.json`, locked[folder].version);
  const { dependencies } = JSON.parse(read("server/package.json"));
  versions.set("@bursar/sdk in server/package.json", dependencies["@bursar/sdk"]);
  const sent = /"bursar-sdk\/([^"]+)"/.exec(read("packages/sdk/src/client/send.ts"))?.[1] ?? "";
  versions.set("what the client library sends (packages/sdk/src/client/send.ts)", sent);
  const chart = parse(read("deploy/helm/bursar/Chart.yaml"));
  versions.set("the chart's version", chart.version).set("the chart's appVersion", chart.appVersion);
  versions.set(
    "the image of compose.yaml",
    /BURSAR_IMAGE:-[^:}]+:([^}]+)\}/.exec(read("deploy/compose.yaml"))?.[1] ?? "",
  );
  const version = versions.get("server/package.json") ?? "";
  const changes = readChanges(read("CHANGELOG.md"), version);
  return {
    version,
    notes: changes.notes,
    problems: [
      ...(VERSION.test(version) ? [] : [`${version} is not a version such as 1.2.3.`]),
      ...[...versions]
        .filter(([, other]) => other !== version)
        .map(([where, other]) => `Set the version of ${where} to ${version}: it is ${other}.`),
      ...changes.problems,
      ...problemsOfTree(root, version),
    ],
  };
}

/** The section `## <version>, <date>`, which must have the place of `## Unreleased`. */
function readChanges(changelog: string, version: string): Pick<Candidate, "notes" | "problems"> {
  const [, ...sections] = changelog.split(/^## /m);
  const [first = ""] = sections;
  const ours = sections.find((section) => section.startsWith(`${version}, `));
  const notes = (first.startsWith("Unreleased") ? first : (ours ?? first)).replace(/^.*\n/, "").trim();
  if (ours === undefined) return { notes, problems: [`Turn "Unreleased" in CHANGELOG.md into "${version}, <date>".`] };
  if (ours !== first)
    return { notes, problems: [`CHANGELOG.md has changes after ${version}: choose the next version.`] };
  return { notes, problems: [] };
}

function problemsOfTree(root: string, version: string): readonly string[] {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
  const problems: string[] = [];
  if (git("status", "--porcelain") !== "") problems.push("Commit your changes: the tree differs from its commit.");
  const tagged = git("tag", "--list", version) === "" ? undefined : git("rev-parse", `${version}^{commit}`);
  if (tagged === undefined) problems.push(`Tag the commit: git tag ${version}.`);
  else if (tagged !== git("rev-parse", "HEAD")) problems.push(`The tag ${version} names another commit.`);
  return problems;
}
