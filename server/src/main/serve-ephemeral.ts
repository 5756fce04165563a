import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newYorkDate } from "bursar-banking/calendar/new-york";
import { systemClock } from "#kernel/clock/clock.ts";
import { type Config, readConfig } from "#kernel/process/config.ts";
import { demoFileOf, FolderLocked, lockDataFolder, lockPathOf } from "#kernel/process/data-folder.ts";
import { watchParent } from "./double/parent.ts";
import { DOUBLE_POOL_SIZE, DOUBLE_SERVER } from "./double/server-settings.ts";
import { demoSnapshot, keepDemo, restoreInThread, restoreSnapshot, shippedSnapshot } from "./double/snapshot.ts";
import { stayOnThisMachine } from "./double/this-machine-only.ts";
import { serve } from "./serve.ts";
import type { Running } from "./start-serving.ts";
import { StartUpProblem } from "./start-up-problem.ts";
import type { Ready } from "./testing/start-bursar.ts";

type Terminal = Parameters<typeof serve>[0];

export interface EphemeralOptions {
  /** Runs on when the program that has started it ends. */
  readonly outlivesParent?: boolean;
}

const FOLDER = "bursar-ephemeral-";

/**
 * Runs a test double: a sandbox with the demo organization that keeps nothing, in a temporary folder, on a free port unless
 * the flags name one. Nothing is read from the environment, so that it can neither send email nor reach another database.
 */
export async function serveEphemeral(
  terminal: Terminal,
  { outlivesParent = false }: EphemeralOptions = {},
): Promise<void> {
  const parent = outlivesParent ? undefined : await watchParent();
  stayOnThisMachine();
  const dataDir = await mkdtemp(join(tmpdir(), FOLDER));
  const removeFolder = () => remove(dataDir);
  const signals = holdSignals();
  const { environment } = terminal;
  // Known before the service starts, because links contain it.
  const PORT = environment["PORT"] ?? String(await findFreePort());
  const settings = { BURSAR_POOL_SIZE: DOUBLE_POOL_SIZE, ...environment, PORT, BURSAR_DATA_DIR: dataDir };
  try {
    await prepareFolder(dataDir, terminal);
    await setBaseUrl(dataDir, readConfig(settings));
    await serve(
      { ...terminal, environment: settings },
      { withDemo: true, ready: readyLine, afterwards: removeFolder, double: DOUBLE_SERVER },
    );
  } catch (error) {
    await removeFolder();
    throw error;
  }
  signals.release();
  removeAbandoned(terminal).catch((error: unknown) =>
    terminal.complain(`Folders that test doubles left cannot be looked for: ${error}`),
  );
  void parent?.ended.then(() => process.kill(process.pid, "SIGTERM"));
}

const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Folders of test doubles that were killed, which could not remove them. One without a lock may be at its start. */
async function removeAbandoned({ complain }: Terminal): Promise<void> {
  const folders = (await readdir(tmpdir()))
    .filter((name) => name.startsWith(FOLDER))
    .map((name) => join(tmpdir(), name));
  for (const folder of folders.filter((each) => existsSync(lockPathOf(each))))
    try {
      lockDataFolder(folder);
      await remove(folder);
    } catch (error) {
      if (!(error instanceof FolderLocked))
        complain(`${folder} was left by a test double and cannot be removed: ${error}`);
    }
}

/** A signal that arrives during the start is acted on after it, so that the folder is removed. */
function holdSignals() {
  const held: NodeJS.Signals[] = [];
  const hold = (signal: NodeJS.Signals): void => void held.push(signal);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, hold);
  return {
    release: (): void => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, hold);
      const [first] = held;
      if (first !== undefined) process.kill(process.pid, first);
    },
  };
}

/** From the snapshot of today, or else with a new demo organization. */
async function prepareFolder(dataDir: string, { complain }: Terminal): Promise<void> {
  const snapshot = demoSnapshot(newYorkDate(systemClock.now()).toString());
  if (await whileLoading(restoreInThread(snapshot, dataDir))) return;
  complain("Preparing the demo organization, once a day …");
  const { makeDemo } = await import("./double/make-demo.ts");
  const config = readConfig({ BURSAR_DATA_DIR: dataDir, PORT: "0" });
  if (restoreSnapshot(shippedSnapshot(), dataDir)) {
    try {
      await makeDemo(config);
      return keepDemo(snapshot, dataDir);
    } catch (error) {
      if (!(error instanceof StartUpProblem)) throw error;
      await rm(dataDir, { recursive: true, force: true });
      complain("The snapshot does not fit this machine's PostgreSQL: creating the database …");
    }
  }
  await makeDemo(config);
  keepDemo(snapshot, dataDir);
}

/** Loads what will be served meanwhile: a start takes as long as the longer of the two. */
async function whileLoading<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, import("./start-serving.ts")]);
  return result;
}

/** The file was written for another port. */
async function setBaseUrl(dataDir: string, { publicUrl }: Config): Promise<void> {
  const path = demoFileOf(dataDir);
  const demo = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, `${JSON.stringify({ ...demo, baseUrl: `${publicUrl}/api/v1` }, null, 2)}\n`, { mode: 0o600 });
}

function readyLine({ address, demo }: Running): string {
  if (demo === undefined) throw new Error("A sandbox without organizations has a demo");
  const { organizationId, users, tokens, accounts, recipients } = demo;
  return JSON.stringify({
    baseUrl: `${address}/api/v1`,
    organizationId,
    users,
    tokens,
    accounts,
    recipients,
    pid: process.pid,
  } satisfies Ready);
}

/** Below those that the systems choose for outgoing connections, so that no one else takes it before the service listens. */
const PORTS = { first: 20_000, count: 12_000 };
const PORTS_TRIED_MAX = 50;

async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < PORTS_TRIED_MAX; attempt += 1) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new StartUpProblem("No port of this machine is free. Choose one with --port.");
}
