import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative, resolve } from "node:path";
import { ensureChromium } from "../dashboard/test/kit/chromium.ts";
import { ensurePostgresBinaries } from "../server/test/kit/databases/postgres-binaries.ts";
import { startPostgresServer } from "../server/test/kit/databases/postgres-server.ts";
import { buildDashboard } from "./dashboard/build.ts";

// npm test: every *.test.ts against one private PostgreSQL server; those of the dashboard in a real browser besides.
//
//   npm test                                  everything
//   npm test -- server/src/kernel money       files whose path contains one of these
//   npm test -- --long                        the laws' full figures
//   npm test -- dashboard --pictures          leaves pictures of the pages in .tmp/screenshots
//   npm test -- --test-name-pattern=overdraft what starts with a dash goes to Node's test runner

const ROOT = join(import.meta.dirname, "..");
const TEST_FILES = "{server,tools,bench,dashboard}/**/*.test.ts";
/** Above this, a test file hangs. The long figures take as long as they take. */
const FILE_LIMIT_MS = 15 * 60_000;
/** Each test file is a process with a pool of connections: more at once would exhaust the server's 200. */
const FILES_AT_ONCE_MAX = 8;

/** Flags that are not for Node's test runner. */
const OWN_FLAGS: readonly string[] = ["--long", "--pictures"];

interface Request {
  readonly long: boolean;
  readonly pictures: boolean;
  readonly flags: readonly string[];
  readonly files: readonly string[];
}

function readArguments(given: readonly string[]): Request {
  const flags = given.filter((argument) => argument.startsWith("-") && !OWN_FLAGS.includes(argument));
  const filters = given
    .filter((argument) => !argument.startsWith("-"))
    .map((path) => relative(ROOT, resolve(ROOT, path)));
  const all = globSync(TEST_FILES, { cwd: ROOT, exclude: (path) => path.includes("node_modules") }).sort();
  const unused = filters.filter((filter) => !all.some((path) => path.includes(filter)));
  if (unused.length > 0)
    throw new Error(`No test file's path contains ${unused.map((filter) => `"${filter}"`).join(" or ")}`);
  const files = filters.length === 0 ? all : all.filter((path) => filters.some((filter) => path.includes(filter)));
  return { long: given.includes("--long"), pictures: given.includes("--pictures"), flags, files };
}

function startTests({ long, pictures, flags, files }: Request, postgresUrl: string): ChildProcess {
  const limits = long ? [] : [`--test-timeout=${FILE_LIMIT_MS}`];
  // One more than there are processors: a test waits for a browser, a disk or a clock for part of its time.
  const atOnce = Math.min(Math.max(2, availableParallelism()) + 1, FILES_AT_ONCE_MAX);
  return spawn(
    process.execPath,
    ["--test", "--test-reporter=spec", `--test-concurrency=${atOnce}`, ...limits, ...flags, ...files],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: {
        ...process.env,
        BURSAR_TEST_POSTGRES_URL: postgresUrl,
        ...(long ? { BURSAR_TEST_LONG: "1" } : {}),
        ...(pictures ? { BURSAR_TEST_PICTURES: "1" } : {}),
      },
    },
  );
}

/** Node's summary stays the last thing printed: what comes after it (stopping the server) is silent. */
async function runTests(request: Request): Promise<number> {
  ensurePostgresBinaries();
  if (request.files.some((path) => path.startsWith("dashboard/"))) {
    ensureChromium();
    await buildDashboard();
  }
  const server = await startPostgresServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      const tests = startTests(request, server.url);
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => tests.kill(signal));
      tests.on("error", reject);
      tests.on("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    server.stop();
  }
}

try {
  process.exitCode = await runTests(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
