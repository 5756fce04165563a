import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Builds the documentation site, and before it installs the site's own packages, which nothing else needs.
 * The service starts this program on the first visit of /docs in a clone.
 */
const ROOT = join(import.meta.dirname, "../..");
const SITE = join(ROOT, "docs/site");
/** Records the sources of a build. */
const STAMP = join(SITE, "dist/.made-from");
const SOURCES = [
  "docs/{use,operate,develop,spec}/**/*.md",
  "{.,packages/sdk,packages/sdk-python,packages/sdk-go}/*.md",
  "api/openapi.json",
  "docs/site/{package-lock.json,libraries.js,layouts/*,assets/*}",
  "tools/site/**/*.ts",
  "packages/sdk/src/naming/*.ts",
];

/** In another process, because it changes the working directory. Does nothing if the site is up to date. */
export function buildSite(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, "build.ts")], { stdio: ["ignore", "ignore", "inherit"] });
}

async function build(): Promise<void> {
  const digest = digestOfSources();
  const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest;
  if (isBuilt()) return;
  const release = await takeTurn();
  try {
    if (!isBuilt()) await buildFrom(digest);
  } finally {
    release();
  }
}

async function buildFrom(digest: string): Promise<void> {
  process.stderr.write("Building the documentation (once) …\n");
  install();
  const { generateSite } = await import("./generate.ts");
  await generateSite();
  writeFileSync(STAMP, digest);
}

const TURN = join(SITE, ".tmp/building");
const WAIT_MS = 10 * 60_000;

/** One build at a time, as a service and tests may start several. The turn of a process that has died is free. */
async function takeTurn(): Promise<() => void> {
  mkdirSync(join(SITE, ".tmp"), { recursive: true });
  for (const limit = Date.now() + WAIT_MS; Date.now() < limit; await sleep(200)) {
    try {
      writeFileSync(TURN, String(process.pid), { flag: "wx" });
      return () => rmSync(TURN, { force: true });
    } catch {
      if (!isRunning(Number(existsSync(TURN) ? readFileSync(TURN, "utf8") : ""))) rmSync(TURN, { force: true });
    }
  }
  throw new Error(`Another build has not ended in ${WAIT_MS / 60_000} minutes. If there is none, delete ${TURN}.`);
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

function digestOfSources(): string {
  const hash = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}

/** Compares the lock file's content, so that an interrupted installation counts as missing. */
function install(): void {
  const installed = join(SITE, "node_modules/.installed-from");
  const lock = readFileSync(join(SITE, "package-lock.json"), "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  execFileSync("npm", ["ci", "--loglevel=error"], {
    cwd: SITE,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  mkdirSync(join(SITE, "node_modules"), { recursive: true });
  writeFileSync(installed, lock);
}

if (import.meta.main) {
  try {
    await build();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
