import { existsSync, statfsSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { run } from "./child-process.ts";

export const REPOSITORY = join(import.meta.dirname, "../..");

/** What a figure depends on, in addition to the code. */
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
  /** Whether the load generator was pinned to one processor. */
  readonly clientKeptToOneProcessor: boolean;
  /**
   * What one processor reads and writes in a second before the run. Processors of one name differ by a factor of two, so
   * rates of two runs compare by this. Results of before it was measured do not have it.
   */
  readonly jsonMbPerSecond?: number;
  /** The machine's load in the minute before the run: figures from a busy machine are unreliable. */
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
    jsonMbPerSecond: measureJson(),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

/** Megabytes of JSON, parsed and written again: the best of ten tries, because the first ones compile the code. */
function measureJson(): number {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    id: `payment ${index}`,
    amount: index * 1.25,
    tags: ["a", index],
  }));
  const text = JSON.stringify(rows);
  const tries = Array.from({ length: 10 }, () => {
    const from = performance.now();
    for (let repeat = 0; repeat < 10; repeat += 1) JSON.stringify(JSON.parse(text));
    return (text.length * 10) / 1_000 / (performance.now() - from);
  });
  return Math.round(Math.max(...tries));
}

const TMPFS = 0x01021994;

/** Refuses a folder in memory: commits there cost nothing, so every figure would be wrong. */
export function assertOnDisk(folder: string): void {
  if (process.platform === "linux" && statfsSync(folder).type === TMPFS) {
    throw new Error(`${folder} is in memory, where fsync has no effect. Set --work-dir to a folder on a disk.`);
  }
}

const TASKSET = "/usr/bin/taskset";
const canKeepToOne = (): boolean =>
  cpus().length > 1 && availableParallelism() === cpus().length && existsSync(TASKSET);

/**
 * The command, pinned to the last processor where possible (taskset(1)). Otherwise the scheduler may move the client to
 * the service's processor, where the two take turns while another processor is idle; real clients run on other
 * machines.
 */
export function onLastProcessor(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return canKeepToOne() ? [TASKSET, "-c", `${cpus().length - 1}`, ...command] : command;
}
