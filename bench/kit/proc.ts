import { readdirSync, readFileSync } from "node:fs";

/** Processor time and memory as Linux reports them (proc(5)); undefined on other systems. */
const CLOCK_TICKS_PER_SECOND = 100;

interface Stat {
  readonly parent: number;
  readonly ownSeconds: number;
  /** Time of children that ended and were waited for. */
  readonly endedChildrenSeconds: number;
  readonly title: string;
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces: counting starts after it, at field 3.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = (field: number) => Number(fields[field - 3] ?? 0) / CLOCK_TICKS_PER_SECOND;
    const title = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return {
      parent: Number(fields[4 - 3]),
      ownSeconds: ticks(14) + ticks(15),
      endedChildrenSeconds: ticks(16) + ticks(17),
      title,
    };
  } catch {
    return undefined;
  }
}

/** Processor seconds that a process has used so far. */
export const cpuSecondsOf = (pid: number): number | undefined => statOf(pid)?.ownSeconds;

export interface PostgresCpu {
  /** Processes that serve connections, including those that have ended. */
  readonly backends: number;
  /** Checkpointer, writers, autovacuum launcher, and so on. */
  readonly background: number;
}

/** Processor seconds that all processes of a PostgreSQL server have used so far. */
export function postgresCpuOf(postmaster: number): PostgresCpu | undefined {
  const own = statOf(postmaster);
  if (own === undefined) return undefined;
  // When a connection's process ends, its time is added to its parent's; so is that of autovacuum's short-lived
  // workers.
  let backends = own.endedChildrenSeconds;
  let background = own.ownSeconds;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(Number(name));
    if (stat?.parent !== postmaster) continue;
    // A backend's title is "postgres: user database address(port) state".
    if (/\d+\.\d+\.\d+\.\d+\(\d+\)|\[local\]/.test(stat.title)) backends += stat.ownSeconds;
    else background += stat.ownSeconds;
  }
  return { backends, background };
}

/** Memory resident now, in bytes. */
export function residentBytesOf(pid: number): number | undefined {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line?.[1] === undefined ? undefined : Number(line[1]) * 1024;
  } catch {
    return undefined;
  }
}

/**
 * Memory of a process and its children, in bytes: what they share, such as PostgreSQL's buffers, counts once (Pss of
 * proc_pid_smaps_rollup(5)).
 */
export function proportionalBytesOf(parent: number): number | undefined {
  const own = proportionOf(parent);
  if (own === undefined) return undefined;
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent)
    .reduce((bytes, pid) => bytes + (proportionOf(pid) ?? 0), own);
}

/** Undefined if the process has ended. */
function proportionOf(pid: number): number | undefined {
  try {
    const line = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
    return line?.[1] === undefined ? undefined : Number(line[1]) * 1024;
  } catch {
    return undefined;
  }
}

/** Seconds since boot that all processors together were idle, and in total. */
export function machineCpu(): { readonly idle: number; readonly all: number } | undefined {
  try {
    const [, ...fields] = (readFileSync("/proc/stat", "utf8").split("\n")[0] ?? "").split(/\s+/);
    const ticks = fields.slice(0, 8).map((field) => Number(field) / CLOCK_TICKS_PER_SECOND);
    return { idle: (ticks[3] ?? 0) + (ticks[4] ?? 0), all: ticks.reduce((sum, value) => sum + value, 0) };
  } catch {
    return undefined;
  }
}
