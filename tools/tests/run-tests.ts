import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BROWSER_VARIABLE, ensureChromium } from "../../dashboard/test/kit/chromium.ts";
import { findInstalledPrograms, findTestPrograms } from "../../server/test/kit/databases/postgres-binaries.ts";
import { QUICK_SETTINGS, startPostgresServer } from "../../server/test/kit/databases/postgres-server.ts";
import { SERVER_VARIABLES } from "../../server/test/kit/databases/test-server.ts";
import { buildDashboard } from "../dashboard/build.ts";
import { writeBatches } from "./batch-files.ts";
import { recordOnCluster, startCluster } from "./cluster-run.ts";
import { useGivenServer } from "./given-server.ts";
import { folderInMemory } from "./memory-folder.ts";
import { filesWithOwnServer } from "./own-servers.ts";
import { readRequest, type TestRequest } from "./request.ts";
import { unreceived } from "./unreceived-refusals.ts";

// npm test: every *.test.ts against one private PostgreSQL server, and the dashboard's tests in a real browser.
//
//   npm test                                  everything
//   npm test -- server/src/kernel money       files whose path contains one of these
//   npm test -- --changed                     the tests nearest to the branch's changes, within a minute
//   npm test -- --long                        the laws with their full numbers of cases
//   npm test -- --database-url postgres://…   on that server; removes the databases and roles that it creates there
//   npm test -- --citus                       on a Citus cluster with two workers, started for the run
//   npm test -- dashboard --browser chromium  in that browser, a name or a path
//   npm test -- dashboard --pictures          saves screenshots of the pages in .tmp/screenshots
//   npm test -- dashboard --delays            answers reach the pages late and out of order
//   npm test -- --test-name-pattern=overdraft other options go to Node's test runner

const ROOT = join(import.meta.dirname, "../..");
/** A test that takes longer hangs. Runs with --long have no limit. */
const TEST_LIMIT_MS = 15 * 60_000;
/** What the pools of one process may use; servers started here allow 200 connections. */
const CONNECTIONS_EACH = 25;
const PROCESSES_MAX = 8;
/** More than the number of processors, because tests also wait for browsers, disks, and clocks: 40 % of their time. */
const AT_ONCE = Math.min(Math.max(2, availableParallelism()) + 3, PROCESSES_MAX);
/** The usual reporter, and one that records how long each file took. */
const REPORTERS = ["spec", pathToFileURL(join(import.meta.dirname, "seconds-reporter.ts")).href].flatMap((name) => [
  `--test-reporter=${name}`,
  "--test-reporter-destination=stdout",
]);

/** A name filter would skip the tests that represent the files of a batch. */
const runnable = ({ flags, files }: TestRequest, atOnce: number): readonly string[] =>
  flags.length === 0 ? writeBatches(ROOT, files, atOnce) : files;

interface TestsServer {
  readonly environment: Readonly<Record<string, string>>;
  readonly connections: number;
  /** How many processes keep the machine busy, if fewer than usual. */
  readonly processes?: number;
  /** Examines what the run asked of the server. Returns false if that was wrong. */
  examine?(): boolean;
  remove(): Promise<void>;
}

async function startOwnServer({ installed }: { readonly installed: boolean }): Promise<TestsServer> {
  const server = await startPostgresServer({ installed, settings: { ...QUICK_SETTINGS, max_wal_size: "512MB" } });
  return {
    environment: { [SERVER_VARIABLES.url]: server.url },
    connections: CONNECTIONS_EACH * PROCESSES_MAX,
    remove: async () => server.stop(),
  };
}

async function openServer({ databaseUrl, citus, files }: TestRequest): Promise<TestsServer> {
  if (databaseUrl !== undefined) return openGivenServer(databaseUrl, files);
  if (!citus) return startOwnServer({ installed: false });
  const cluster = await startCluster();
  const server = await openGivenServer(cluster.url, files);
  return { ...server, remove: () => server.remove().finally(() => cluster.stop()) };
}

async function openGivenServer(url: string, files: TestRequest["files"]): Promise<TestsServer> {
  const given = await useGivenServer(url);
  const others = filesWithOwnServer(ROOT, files);
  if (others.length > 0)
    process.stderr.write(
      `These start, stop, or read the files of a PostgreSQL server, so they use private ones:\n  ${others.join("\n  ")}\n`,
    );
  const recorded = await recordOnCluster(url);
  if (recorded === undefined) return given;
  return {
    connections: given.connections,
    // A statement makes several servers work.
    processes: Math.max(2, availableParallelism()),
    environment: { ...given.environment, ...recorded.environment },
    examine: () => recorded.areRouted(given.environment),
    remove: () => given.remove().finally(recorded.remove),
  };
}

function startTests(request: TestRequest, server: TestsServer, received: string): ChildProcess {
  const { long, pictures, delays, flags } = request;
  const atOnce = Math.max(1, Math.min(server.processes ?? AT_ONCE, Math.floor(server.connections / CONNECTIONS_EACH)));
  const limits = long ? [] : [`--test-timeout=${TEST_LIMIT_MS}`];
  return spawn(
    process.execPath,
    ["--test", ...REPORTERS, `--test-concurrency=${atOnce}`, ...limits, ...flags, ...runnable(request, atOnce)],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: {
        ...process.env,
        ...server.environment,
        BURSAR_TEST_RECEIVED_REFUSALS: received,
        ...(long ? { BURSAR_TEST_LONG: "1" } : {}),
        ...(pictures ? { BURSAR_TEST_PICTURES: "1" } : {}),
        ...(delays ? { BURSAR_TEST_DELAYS: "1" } : {}),
      },
    },
  );
}

/** A refusal that no test of a full run received is untested. */
function reportUntestedRefusals(received: string): number {
  const codes = unreceived(received);
  if (codes.length === 0) return 0;
  process.stderr.write(`No test received these refusals: ${codes.join(", ")}. Write a test that provokes each.\n`);
  return 1;
}

/** What rests on the database's own behavior: money, and upgrades of the schema. */
const OF_THE_DATABASE = /^server\/test\/laws\/(?:money\/|database\/(?:09|30)-)/;

/** The same request on an older version than the service's own programs, if one is installed: 15 is supported, too. */
function onOlderServer(request: TestRequest): TestRequest | undefined {
  const isUsual = request.everything && request.databaseUrl === undefined && !request.citus;
  const installed = findInstalledPrograms();
  if (!isUsual || installed === undefined || installed.version >= findTestPrograms().version) return undefined;
  process.stderr.write(`\nLaws of money and of upgrades, on the older PostgreSQL ${installed.version}:\n`);
  return { ...request, everything: false, files: request.files.filter((path) => OF_THE_DATABASE.test(path)) };
}

async function runTests(request: TestRequest): Promise<number> {
  if (request.files.length === 0) return 0;
  if (request.files.some((path) => path.startsWith("dashboard/"))) {
    ensureChromium();
    await buildDashboard();
  }
  const exitCode = await runOn(await openServer(request), request);
  const older = exitCode === 0 ? onOlderServer(request) : undefined;
  return older === undefined ? exitCode : runOn(await startOwnServer({ installed: true }), older);
}

/** Node's summary is printed last, so stopping the server afterwards prints nothing. */
async function runOn(server: TestsServer, request: TestRequest): Promise<number> {
  const received = mkdtempSync(join(tmpdir(), "bursar-refusals-"));
  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      const tests = startTests(request, server, received);
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => tests.kill(signal));
      tests.on("error", reject);
      tests.on("exit", (code) => resolve(code ?? 1));
    });
    if (server.examine?.() === false) return 1;
    return exitCode === 0 && request.everything ? reportUntestedRefusals(received) : exitCode;
  } finally {
    rmSync(received, { recursive: true, force: true });
    await server.remove();
  }
}

// Also for the server of the run, and for all processes of the tests.
const inMemory = folderInMemory();
if (inMemory !== undefined) process.env["TMPDIR"] = inMemory.path;
try {
  const request = readRequest(ROOT, process.argv.slice(2), AT_ONCE);
  if (request.browser !== undefined) process.env[BROWSER_VARIABLE] = request.browser;
  process.exitCode = await runTests(request);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  inMemory?.remove();
}
