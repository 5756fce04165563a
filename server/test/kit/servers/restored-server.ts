import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalledPrograms, postgresOwner } from "../databases/postgres-binaries.ts";

/** A folder for the archive, a base backup, and a restored server, owned by the user that PostgreSQL runs as. */
export interface RecoveryFolder {
  readonly path: string;
  /** Runs a shell script as that user, with PostgreSQL's programs on its path. Throws if it fails. */
  run(script: string, environment?: Readonly<Record<string, string>>): string;
  /** Ends the server that a script started in the folder, and removes the folder. */
  remove(): void;
}

const RUN_LIMIT_MS = 120_000;

export function recoveryFolder(): RecoveryFolder {
  const { folder: programs } = ensureInstalledPrograms();
  const owner = postgresOwner();
  const path = mkdtempSync(join(tmpdir(), "bursar-recovery-"));
  chmodSync(path, 0o755);
  mkdirSync(join(path, "archive"));
  if (owner) for (const folder of [path, join(path, "archive")]) chownSync(folder, owner.uid, owner.gid);
  const environment = { PATH: `${programs}:${process.env["PATH"] ?? ""}` };
  const stop = `pg_ctl stop -s -m immediate -D "$0/restored" 2> /dev/null; rm -rf "$0"`;
  // Waits on a pipe that only this process holds open, so it also cleans up after SIGKILL (postgres-server.ts).
  const keeper = spawn("/bin/sh", ["-c", `trap "" INT TERM HUP; cat > /dev/null; ${stop}`, path], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    env: environment,
    ...owner,
  });
  keeper.unref();
  if ("unref" in keeper.stdin && typeof keeper.stdin.unref === "function") keeper.stdin.unref();
  return {
    path,
    run: (script, given = {}) => {
      // A server that the script starts would keep a pipe open, so its output goes to a file.
      const { status, stdout, stderr } = spawnSync("/bin/sh", ["-e", "-c", script], {
        cwd: path,
        encoding: "utf8",
        timeout: RUN_LIMIT_MS,
        env: { ...environment, ...given },
        ...owner,
      });
      if (status !== 0) throw new Error(`The script failed (${status}):\n${script}\n${stdout}${stderr}${logOf(path)}`);
      return stdout;
    },
    remove: () => {
      spawnSync("/bin/sh", ["-c", stop, path], { cwd: "/", env: environment, ...owner });
      rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      keeper.stdin.end();
    },
  };
}

function logOf(path: string): string {
  try {
    return readFileSync(join(path, "restored", "start.log"), "utf8");
  } catch {
    return "";
  }
}
