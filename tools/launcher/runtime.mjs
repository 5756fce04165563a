// Runs the TypeScript of a clone. Plain JavaScript, because it starts on whatever Node.js (20 or newer) the machine has: it
// installs the dependencies and a recent enough Node.js, then hands over (docs/adr/0002-runtime.md).
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail, findRuntime, OLDEST_NODE, runProgram, verifyRuntime } from "./program.mjs";

export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
/**
 * Where Node.js caches compiled files without types: the next start takes two thirds of the time. `npm ci` clears it.
 */
const COMPILED = join(REPOSITORY, "node_modules/.cache/compiled");

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
  verifyRuntime();
  if (!findRuntime()) {
    fail(
      `Bursar needs Node.js ${OLDEST_NODE} or newer, and npm has none for ${process.platform}-${process.arch}. Install it and run this again.`,
    );
  }
}

function isInstalled(development) {
  try {
    const locked = JSON.parse(readFileSync(join(REPOSITORY, "package-lock.json"), "utf8")).packages;
    const present = JSON.parse(readFileSync(join(REPOSITORY, "node_modules/.package-lock.json"), "utf8")).packages;
    return Object.entries(locked).every(([path, entry]) => {
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
 * Runs a TypeScript file of the repository with this process's terminal.
 *
 * @param {string} entry path from the repository's root
 * @param {readonly string[]} args
 * @param {Parameters<typeof runProgram>[2]} [options]
 */
export function runTypeScript(entry, args, options = {}) {
  if (!findRuntime()) fail("Bursar's dependencies are not installed. Run npm ci.");
  const environment = process.env.NODE_COMPILE_CACHE ? {} : { NODE_COMPILE_CACHE: COMPILED };
  runProgram(join(REPOSITORY, entry), args, { ...options, environment: { ...environment, ...options.environment } });
}
