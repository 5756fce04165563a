import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface RunResult {
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  readonly uid?: number;
  readonly gid?: number;
  readonly folder?: string;
}

/** Runs a program to its end; throws with its error output if it fails. */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const child = spawn(program, [...args], {
    stdio: ["pipe", "pipe", "pipe"],
    ...(options.environment ? { env: options.environment } : {}),
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
    ...(options.folder === undefined ? {} : { cwd: options.folder }),
    timeout: options.timeoutMs ?? 3600_000,
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const result = { stdout: Buffer.concat(stdout).toString("utf8"), stderr: Buffer.concat(stderr).toString("utf8") };
  if (code !== 0)
    throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${result.stderr || result.stdout}`);
  return result;
}

/** A background program: its output goes to a file, which is quoted in errors. */
export interface StartedProcess {
  readonly pid: number;
  /** Time from the start until it was ready. */
  readonly readyAfterMs: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
  log(): string;
}

export interface StartOptions {
  readonly args: readonly string[];
  readonly logFile: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  readonly folder?: string;
  readonly ready: () => Promise<boolean>;
  readonly timeoutMs: number;
}

const READY_POLL_MS = 10;

/** When this process ends for any reason, so do the programs it started. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Starts a program and waits until it is ready. */
export async function start(program: string, options: StartOptions): Promise<StartedProcess> {
  const output = openSync(options.logFile, "a");
  const startedAt = performance.now();
  const child = spawn(program, [...options.args], {
    stdio: ["ignore", output, output],
    ...(options.environment ? { env: options.environment } : {}),
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
    ...(options.folder === undefined ? {} : { cwd: options.folder }),
  });
  closeSync(output);
  running.add(child);
  child.once("exit", () => running.delete(child));
  const log = () => readFileSync(options.logFile, "utf8").slice(-4_000);
  const pid = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => resolve(child.pid ?? 0));
  });
  while (!(await options.ready())) {
    if (child.exitCode !== null)
      throw new Error(`${program} ${options.args.join(" ")} ended with ${child.exitCode}:\n${log()}`);
    if (performance.now() - startedAt > options.timeoutMs) {
      child.kill("SIGKILL");
      throw new Error(`${program} ${options.args.join(" ")} was not ready after ${options.timeoutMs} ms:\n${log()}`);
    }
    await sleep(READY_POLL_MS);
  }
  return { pid, readyAfterMs: performance.now() - startedAt, log, stop: (signal = "SIGTERM") => stop(child, signal) };
}

const STOP_PATIENCE_MS = 30_000;

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(signal);
  const hard = setTimeout(() => child.kill("SIGKILL"), STOP_PATIENCE_MS);
  await ended;
  clearTimeout(hard);
}

/** True if the address responds with 200. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
