import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { BROWSER_VARIABLE, ensureChromium } from "../../dashboard/test/kit/chromium.ts";
import { findInstalledPrograms, findTestPrograms } from "../../server/test/kit/databases/postgres-binaries.ts";
import { QUICK_SETTINGS, startPostgresServer } from "../../server/test/kit/databases/postgres-server.ts";
import { SERVER_VARIABLES } from "../../server/test/kit/databases/test-server.ts";
import { buildDashboard } from "../dashboard/build.ts";
import { AT_ONCE, AT_ONCE_MAX, batchesOf } from "./batches.ts";
import type { TestRequest } from "./request.ts";
import { recordOnCluster, startCluster } from "./servers/cluster-run.ts";
import { useGivenServer } from "./servers/given-server.ts";
import { filesWithOwnServer } from "./servers/own-servers.ts";
import { startTests } from "./start-tests.ts";
import { unreceived } from "./unreceived-refusals.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What the pools of one process may use; servers started here allow 200 connections. */
const CONNECTIONS_EACH = 25;

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
    connections: CONNECTIONS_EACH * AT_ONCE_MAX,
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

/** A refusal that no test of a full run received is untested. */
async function reportUntestedRefusals(received: string): Promise<number> {
  const { allRefusals } = await import("../../server/src/contract/refusals.ts");
  const codes = unreceived(
    allRefusals().map(({ code }) => code),
    received,
  );
  if (codes.length === 0) return 0;
  process.stderr.write(`No test received these refusals: ${codes.join(", ")}. Write a test that provokes each.\n`);
  return 1;
}

/** What rests on the database's own behavior: money, and upgrades of the schema. */
const OF_THE_DATABASE = /^server\/test\/laws\/(?:money\/|database\/(?:09|30)-)/;

/**
 * With --long and in CI, the same request on an older version than the service's own programs, if one is installed: 15 is
 * supported, too.
 */
function onOlderServer(request: TestRequest): TestRequest | undefined {
  const isThorough = request.long || process.env["CI"] !== undefined;
  const isUsual = request.everything && isThorough && request.databaseUrl === undefined && !request.citus;
  const installed = findInstalledPrograms();
  if (!isUsual || installed === undefined || installed.version >= findTestPrograms().version) return undefined;
  process.stderr.write(`\nLaws of money and of upgrades, on the older PostgreSQL ${installed.version}:\n`);
  return { ...request, everything: false, files: request.files.filter((path) => OF_THE_DATABASE.test(path)) };
}

/** Runs the files against a private PostgreSQL server or the requested one, and those of the dashboard in a browser. */
export async function runWithServices(request: TestRequest): Promise<number> {
  if (request.browser !== undefined) process.env[BROWSER_VARIABLE] = request.browser;
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
  const atOnce = Math.min(server.processes ?? AT_ONCE, Math.floor(server.connections / CONNECTIONS_EACH));
  try {
    const exitCode = await startTests(ROOT, request, {
      atOnce: Math.max(1, atOnce),
      share: batchesOf,
      environment: { ...server.environment, BURSAR_TEST_RECEIVED_REFUSALS: received },
    });
    if (server.examine?.() === false) return 1;
    return exitCode === 0 && request.everything ? await reportUntestedRefusals(received) : exitCode;
  } finally {
    rmSync(received, { recursive: true, force: true });
    await server.remove();
  }
}
