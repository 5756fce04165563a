import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * Signals a process that was started `detached`, with all that it has started, and waits until nothing has its output
 * open. One that has already ended is no error: it would hide the one that made the test fail.
 */
export async function endGroup(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  // Without a process, the group would be that of this process.
  if (child.pid === undefined) return;
  const closed = isClosed(child) ? undefined : once(child, "close");
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
  await closed;
}

const isClosed = ({ exitCode, signalCode, stdout, stderr }: ChildProcess): boolean =>
  (exitCode !== null || signalCode !== null) && [stdout, stderr].every((stream) => stream?.closed !== false);
