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

/** A separate file system in memory that can be filled to the last byte. It ends with the process that created it. */
export interface SmallDisk {
  readonly path: string;
  /** Fills all free space except the given number of megabytes. */
  fill(options?: { readonly leaveMegabytes?: number }): void;
  /** Frees the space taken by `fill`. */
  makeSpace(): void;
  /** Unmounts it, even while it is in use. */
  remove(): void;
}

/** The reason to skip, or false. Mounting requires root. */
export const withoutRoot = process.getuid?.() === 0 ? false : "needs root, to mount a small tmpfs";

const MEGABYTE = 1_048_576;
const PAGE = 4_096;

/** @throws Error with one line on what is missing if root cannot mount a tmpfs on this machine. */
export function mountSmallDisk({ sizeMegabytes }: { readonly sizeMegabytes: number }): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), "bursar-disk-"));
  // Every user may write, as in /tmp: PostgreSQL runs as a separate user.
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

/** A shell that waits on a pipe that only this process holds open, so it unmounts even after SIGKILL. */
function startKeeper(path: string) {
  const script = `trap "" INT TERM HUP; cat > /dev/null; umount -l "$0" 2> /dev/null; rmdir "$0" 2> /dev/null`;
  const keeper = spawn("/bin/sh", ["-c", script, path], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  keeper.unref();
  // Node.js creates a socket for a pipe to a child, but types it as a writable stream.
  if (keeper.stdin && "unref" in keeper.stdin && typeof keeper.stdin.unref === "function") keeper.stdin.unref();
  return keeper;
}

function fillUp(filler: string, path: string): void {
  const { blocks, bsize } = statfsSync(path);
  const file = openSync(filler, "a");
  try {
    for (const size of [MEGABYTE, PAGE]) {
      const zeros = Buffer.alloc(size);
      // At most as many writes as the disk has room for, so the loop ends even if space is freed meanwhile.
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
