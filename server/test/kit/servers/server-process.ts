import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../service/free-port.ts";

/** The demo organization, as stored in the service's demo file (docs/spec/operations.md). */
export interface Demo {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly users: readonly { readonly email: string; readonly password: string; readonly role: string }[];
  readonly tokens: { readonly readOnly: string; readonly readWrite: string; readonly requestOnly: string };
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
  readonly recipients: readonly { readonly id: string; readonly name: string; readonly methods: readonly string[] }[];
}

/** A real server process, as a user starts it. */
export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  demo(): Promise<Demo>;
  /** Its output so far, both streams. */
  output(): string;
  /** SIGKILL: as if power failed for this process only. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for the exit code. */
  stop(): Promise<number | null>;
}

export interface ServerOptions {
  readonly dataDir: string;
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** The command line of another version; this one's by default. */
  readonly launcher?: string;
  /** Of `bursar serve`. */
  readonly flags?: readonly string[];
  /** A file to which the log is appended, instead of to `output`. */
  readonly logFile?: string;
}

const LAUNCHER = join(import.meta.dirname, "../../../src/cli/main.ts");
const START_LIMIT_MS = 180_000;

/** What every process of a test run gets: where compiled code is kept, and who records statements (record-statements.ts). */
const OF_THE_RUN = ["NODE_COMPILE_CACHE", "NODE_OPTIONS", "BURSAR_TEST_STATEMENTS"];

/** This process's environment without the service's settings. */
export const plainEnvironment = {
  PATH: process.env["PATH"] ?? "",
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => OF_THE_RUN.includes(name))),
};

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "bursar-test-"));
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 });

/** Starts the service and waits until it accepts payments. */
export async function startServer({
  dataDir,
  port,
  environment = {},
  launcher = LAUNCHER,
  flags = [],
  logFile,
}: ServerOptions): Promise<ServerProcess> {
  const chosen = port ?? (await freePort());
  const logTo = logFile === undefined ? undefined : openSync(logFile, "a");
  const child = spawn(process.execPath, [launcher, "serve", ...flags], {
    env: {
      ...plainEnvironment,
      PORT: String(chosen),
      BURSAR_DATA_DIR: dataDir,
      BURSAR_RATE_LIMIT_PER_MINUTE: "10000000",
      ...environment,
    },
    stdio: ["ignore", "pipe", logTo ?? "pipe"],
  });
  if (logTo !== undefined) closeSync(logTo);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => printed.push(text.toString()));
  const url = `http://127.0.0.1:${chosen}`;
  await waitUntilReady(url, child, printed);
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    // The contract defines the shape; a different one fails where a test first reads it.
    demo: async () => JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo,
    output: () => printed.join(""),
    kill: () => end(child, "SIGKILL").then(() => undefined),
    stop: () => end(child, "SIGTERM"),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
  return child.exitCode;
}

async function waitUntilReady(url: string, child: ChildProcess, printed: readonly string[]): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${printed.join("")}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`The server was not ready within ${START_LIMIT_MS} ms:\n${printed.join("")}`);
}
