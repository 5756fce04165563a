import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { missingDebianTools } from "../image/debian-packages.ts";
import { repositoryCopy } from "../kit/built-image.ts";
import type { Component } from "./bill-of-materials.ts";
import { readCandidate } from "./readiness.ts";

/** A release, made in a copy of the repository with a commit and a tag of its own. */
const VERSION = "7.8.9";
let copy: string;
let release: string;

const read = (name: string): string => readFileSync(join(release, name), "utf8");
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
    cwd: copy,
    encoding: "utf8",
  });
const runRelease = (...flags: readonly string[]) => {
  const { SOURCE_DATE_EPOCH: _, ...env } = process.env;
  return spawnSync(process.execPath, [join(copy, "tools/release/release.ts"), "--skip-tests", ...flags], {
    cwd: copy,
    encoding: "utf8",
    env,
  });
};

/** What a person does before the tag (CONTRIBUTING.md). */
function setVersion(): void {
  const replace = (path: string, pattern: RegExp, by: string) => {
    const text = readFileSync(join(copy, path), "utf8");
    assert.match(text, pattern);
    writeFileSync(join(copy, path), text.replaceAll(pattern, by));
  };
  for (const path of ["package.json", "server/package.json", "dashboard/package.json", "packages/sdk/package.json"])
    replace(path, /"version": "[\d.]+"/g, `"version": "${VERSION}"`);
  replace(
    "package-lock.json",
    /("name": "(?:bursar(?:-repository|-dashboard)?|@bursar\/sdk)",\n +"version": )"[\d.]+"/g,
    `$1"${VERSION}"`,
  );
  for (const path of ["server/package.json", "package-lock.json"])
    replace(path, /("@bursar\/sdk": )"[\d.]+"/g, `$1"${VERSION}"`);
  replace("packages/sdk/src/client/send.ts", /bursar-sdk\/[\d.]+/g, `bursar-sdk/${VERSION}`);
  replace("deploy/helm/bursar/Chart.yaml", /^(version|appVersion): .*$/gm, `$1: "${VERSION}"`);
  replace("deploy/compose.yaml", /(BURSAR_IMAGE:-[^:}]+:)[\d.]+/g, `$1${VERSION}`);
  replace("CHANGELOG.md", /^## Unreleased$/gm, `## ${VERSION}, January 2, 2027`);
}

describe("npm run release", { skip: missingDebianTools() }, () => {
  before(() => {
    copy = repositoryCopy("release");
    release = join(copy, "build/release");
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "a change");
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  it("refuses a tree whose version, changelog, and tag do not agree, and builds nothing", () => {
    const refused = runRelease();
    assert.equal(refused.status, 1, refused.stderr);
    assert.match(refused.stdout, /Tag the commit|Turn "Unreleased"|changes after/);
    assert.equal(existsSync(release), false);
  });

  it("makes everything that is published, each file with its sum, and what is in the image", () => {
    setVersion();
    git("commit", "--quiet", "--all", "--message", "a release");
    git("tag", VERSION);
    const key = join(copy, "build/key");
    mkdirSync(dirname(key), { recursive: true });
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    const made = runRelease("--signing-key", key);
    assert.equal(made.status, 0, made.stdout + made.stderr);
    writeFileSync(`${key}.allowed`, `releases@example.com ${readFileSync(`${key}.pub`, "utf8")}`);
    const signature = ["-n", "bursar-release", "-s", join(release, "SHA256SUMS.sig")];
    const verify = ["-Y", "verify", "-f", `${key}.allowed`, "-I", "releases@example.com", ...signature];
    execFileSync("ssh-keygen", verify, { input: read("SHA256SUMS") });
    assert.throws(() => execFileSync("ssh-keygen", verify, { input: `${read("SHA256SUMS")} `, stdio: "pipe" }));

    const sums = new Map(
      read("SHA256SUMS")
        .trim()
        .split("\n")
        .map((line) => line.split("  ") as [sum: string, name: string])
        .map(([sum, name]) => [name, sum]),
    );
    for (const [name, sum] of sums)
      assert.equal(
        createHash("sha256")
          .update(readFileSync(join(release, name)))
          .digest("hex"),
        sum,
        name,
      );
    assert.deepEqual(
      readdirSync(release).sort(),
      [...sums.keys(), "SHA256SUMS", "SHA256SUMS.sig", "provenance.json"].sort(),
      "every file has a sum",
    );
    const packages = [`bursar-${VERSION}.tgz`, `bursar-sdk-${VERSION}.tgz`, `bursar-chart-${VERSION}.tgz`];
    for (const name of [...packages, "THIRD-PARTY-NOTICES"]) assert.ok(sums.has(name), name);

    const { subject, predicate } = JSON.parse(read("provenance.json"));
    assert.equal(subject.length, sums.size);
    assert.equal(predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit, git("rev-parse", "HEAD").trim());
    assert.match(readFileSync(join(copy, "build/release-notes.md"), "utf8"), /^- \*\*/);

    const image = readFileSync(join(copy, "build/image/index.json"), "utf8");
    assert.ok(image.includes(read("image-digest.txt").trim()));
  });

  it("lists the libraries with their licenses and digests, and those of the image besides", () => {
    const componentsOf = (name: string): readonly Component[] => JSON.parse(read(name)).components;
    const ofPackage = componentsOf(`bursar-${VERSION}.cdx.json`);
    const fastify = ofPackage.find(({ name }) => name === "fastify");
    assert.ok(Array.isArray(fastify?.["hashes"]) && Array.isArray(fastify["licenses"]));
    assert.ok(ofPackage.some(({ name }) => name === "react"));
    assert.ok(!ofPackage.some(({ name }) => name === "typescript"), "what only builds it is not in it");
    const others = componentsOf(`bursar-${VERSION}-image.cdx.json`).slice(ofPackage.length);
    assert.deepEqual(
      others.map(({ purl }) => purl.replace(/@.*/, "")),
      [
        ...["base-files", "gcc-14-base", "libatomic1", "libc6", "libgcc-s1", "libstdc%2B%2B6"].map(
          (name) => `pkg:deb/debian/${name}`,
        ),
        "pkg:generic/node",
      ],
    );
  });

  it("refuses a tree that differs from its tag", () => {
    assert.deepEqual(readCandidate(copy).problems, []);
    appendFileSync(join(copy, "README.md"), "\n");
    assert.deepEqual(readCandidate(copy).problems, ["Commit your changes: the tree differs from its commit."]);
    git("commit", "--quiet", "--all", "--message", "a change after the tag");
    assert.deepEqual(readCandidate(copy).problems, [`The tag ${VERSION} names another commit.`]);
  });
});
