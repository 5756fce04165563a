import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own, in memory, that can be filled to the last byte. Ends with the process that made it. */
export interface SmallDisk {
  readonly path: string;
  /** Takes all the space there is, but for the megabytes to leave. */
  fill(options?: { readonly leaveMegabytes?: number }): void;
  /** Gives the space taken by `fill` back. */
  makeSpace(): void;
  /** Unmounts it, whatever still uses it. */
  remove(): void;
}

/** Mounting needs root; the reason to skip, or false. */
export const withoutRoot = process.getuid?.() === 0 ? false : "needs root, to mount a small tmpfs";

const MEGABYTE = 1_048_576;
const PAGE = 4_096;

/** @throws Error with one line on what is missing if not even root can mount a tmpfs on this machine. */
export function mountSmallDisk({ sizeMegabytes }: { readonly sizeMegabytes: number }): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "bursar-disk-"));
  // Every user may write, as in /tmp: PostgreSQL runs as a user of its own.
  const options = `size=${sizeMegabytes}m,mode=1777`;
  const { status, stderr, error } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "bursar-disk", path], {
    encoding: "utf8",
  });
  if (status !== 0) {
    rmdirSync(path);
    const reason = error?.message ?? stderr.split("\n")[0];
    throw new Error(`A full disk needs the right to mount a tmpfs (a container: --cap-add SYS_ADMIN): ${reason}`);
  }
  const keeper = startKeeper(path);
  const filler = join(path, "filler");
  return {
    path,
    fill: ({ leaveMegabytes = 0 } = {}) => {
      fillUp(filler, path);
      if (leaveMegabytes > 0) truncateSync(filler, Math.max(0, statSync(filler).size - leaveMegabytes * MEGABYTE));
    },
    makeSpace: () => rmSync(filler, { force: true }),
    remove: () => {
      spawnSync("umount", ["-l", path]);
      rmSync(path, { recursive: true, force: true });
      keeper.stdin?.end();
    },
  };
}

/** Unmounts also when this process ends by SIGKILL: a shell that waits for the end of a pipe only this process holds open. */
function startKeeper(path: string) {
  const script = `trap "" INT TERM HUP; cat > /dev/null; umount -l "$0" 2> /dev/null; rmdir "$0" 2> /dev/null`;
  const keeper = spawn("/bin/sh", ["-c", script, path], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  keeper.unref();
  // Of a pipe to a child, Node.js makes a socket; typed as any writable stream.
  if (keeper.stdin && "unref" in keeper.stdin && typeof keeper.stdin.unref === "function") keeper.stdin.unref();
  return keeper;
}

function fillUp(filler: string, path: string): void {
  const { blocks, bsize } = statfsSync(path);
  const file = openSync(filler, "a");
  try {
    for (const size of [MEGABYTE, PAGE]) {
      const zeros = Buffer.alloc(size);
      // No more writes than the disk has room for: bounded even if others free space meanwhile.
      for (let written = 0; written <= blocks * bsize; written += size) if (!hasRoomFor(file, zeros)) break;
    }
  } finally {
    closeSync(file);
  }
}

function hasRoomFor(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}
