import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

/** Linux keeps this folder in memory. */
const IN_MEMORY = "/dev/shm";
/** More than a full run uses. Containers often have only 64 MB. */
const BYTES_NEEDED = 4 * 1024 ** 3;

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/**
 * A folder in memory for everything temporary, where the machine has room for it: tests create and remove thousands of
 * small databases, which costs three times as much processor time on a disk. Undefined elsewhere, and where TMPDIR
 * says what to use.
 */
export function folderInMemory(): TemporaryFolder | undefined {
  if (process.env["TMPDIR"] !== undefined || roomIn(IN_MEMORY) < BYTES_NEEDED || freemem() < BYTES_NEEDED)
    return undefined;
  const path = mkdtempSync(join(IN_MEMORY, "bursar-"));
  // Root starts PostgreSQL servers as another user, who has folders in it.
  chmodSync(path, 0o711);
  const remover = startRemover(path);
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      remover.stdin?.end();
    },
  };
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // macOS and Windows have no such folder.
    return 0;
  }
}

/** A shell that waits on a pipe that only this process holds open, so it removes the folder even after SIGKILL. */
function startRemover(path: string): ChildProcess {
  const script = `trap "" INT TERM HUP; cat > /dev/null; rm -rf "$0"`;
  const remover = spawn("/bin/sh", ["-c", script, path], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  remover.unref();
  // Node.js creates a socket for a pipe to a child, but types it as a writable stream.
  if (remover.stdin && "unref" in remover.stdin && typeof remover.stdin.unref === "function") remover.stdin.unref();
  return remover;
}
