import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { run } from "./child-process.ts";

export const REPOSITORY = join(import.meta.dirname, "../..");

/** What a figure depends on, besides the code. */
export interface MachineFacts {
  readonly date: string;
  readonly commit: string;
  /** Files that differ from the commit. */
  readonly uncommittedFiles: number;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  readonly postgresSettings: Readonly<Record<string, string>>;
  /** Whether the load generator stayed on one processor or was moved about. */
  readonly clientKeptToOneProcessor: boolean;
  /** Work of others in the minute before the run: figures of a busy machine are worth little. */
  readonly loadBefore: number;
}

export async function machineFacts(postgres: {
  version: string;
  settings: Readonly<Record<string, string>>;
}): Promise<MachineFacts> {
  const git = async (...args: string[]) => (await run("git", ["-C", REPOSITORY, ...args])).stdout.trim();
  const changes = await git("status", "--porcelain", "--", "server", "bench").catch(() => "");
  return {
    date: new Date().toISOString(),
    commit: await git("rev-parse", "--short", "HEAD").catch(() => "unknown"),
    uncommittedFiles: changes === "" ? 0 : changes.split("\n").length,
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${process.platform} ${release()}`,
    node: process.versions.node,
    postgres: postgres.version,
    postgresSettings: postgres.settings,
    clientKeptToOneProcessor: canKeepToOne(),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

const TMPFS = 0x01021994;

/** Refuses a folder in memory: a commit there costs nothing, and every figure would lie. */
export function assertOnDisk(folder: string): void {
  if (process.platform === "linux" && statfsSync(folder).type === TMPFS) {
    throw new Error(`${folder} is kept in memory, where fsync means nothing: name a folder on a disk with --work-dir`);
  }
}

const TASKSET = "/usr/bin/taskset";
const canKeepToOne = (): boolean =>
  cpus().length > 1 && availableParallelism() === cpus().length && existsSync(TASKSET);

/**
 * The command, kept to the last processor where that can be had (taskset(1)). A client that the scheduler may move about
 * ends up on the service's processor, where the two take turns while another processor stands idle; real clients are on
 * machines of their own.
 */
export function onLastProcessor(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return canKeepToOne() ? [TASKSET, "-c", `${cpus().length - 1}`, ...command] : command;
}
