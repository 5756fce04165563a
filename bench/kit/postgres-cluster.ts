import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { ensureInstalledPrograms, postgresOwner } from "../../server/test/kit/databases/postgres-binaries.ts";
import { freePort } from "../../server/test/kit/service/free-port.ts";
import { type RunOptions, run, type StartedProcess, start } from "./child-process.ts";

/** The PostgreSQL server of the benchmark: a new one with fsync on, or the given one (given-cluster.ts). */
export interface Cluster {
  readonly version: string;
  /** Settings that differ from PostgreSQL's defaults. */
  readonly settings: Readonly<Record<string, string>>;
  /** Undefined if its processes are out of reach. */
  pid(): number | undefined;
  url(database: string): string;
  createDatabase(name: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  /** Runs statements and returns psql's output: rows as lines, columns separated by "|". */
  psql(database: string, script: string, variables?: Readonly<Record<string, string>>): Promise<string>;
  pgbench(database: string, args: readonly string[], folder: string): Promise<string>;
  /** Restarts with settings for loading (fsync off) or for measuring. Never measure while loading. */
  restart(purpose: "measuring" | "loading"): Promise<void>;
  stop(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;

/**
 * A quarter of the machine's memory, as PostgreSQL's manual advises (19.4.1), but at most 4 GB; other settings are the
 * defaults.
 */
export function measuringSettings(): Record<string, string> {
  const buffersMb = Math.min(4096, Math.floor(totalmem() / 4 / MEGABYTE));
  return { shared_buffers: `${buffersMb}MB`, max_wal_size: "4GB" };
}

/** While loading, nothing is measured and nothing must survive a crash. */
const loadingSettings: Readonly<Record<string, string>> = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  max_wal_size: "16GB",
  maintenance_work_mem: "1GB",
  work_mem: "256MB",
};

export async function startCluster(parent: string): Promise<Cluster> {
  const { folder: bin } = ensureInstalledPrograms();
  const user = postgresOwner();
  // Not in the parent itself: the services' own servers run as another user, who must be able to enter that.
  const folder = join(parent, "cluster");
  const data = join(folder, "pgdata");
  mkdirSync(data, { recursive: true });
  chmodSync(parent, 0o711);
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  const as: RunOptions = user ? { uid: user.uid, gid: user.gid, folder } : { folder };
  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"],
    as,
  );
  const port = await freePort();
  const settings = measuringSettings();
  const environment = { ...process.env, PGHOST: "127.0.0.1", PGPORT: String(port), PGUSER: "postgres" };
  const psql = async (database: string, script: string, variables: Readonly<Record<string, string>> = {}) => {
    const given = Object.entries(variables).flatMap(([name, value]) => ["-v", `${name}=${value}`]);
    const { stdout } = await run(
      join(bin, "psql"),
      ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", ...given, "-d", database, "-f", "-"],
      { input: script, environment },
    );
    return stdout.trim();
  };
  const launch = (more: Readonly<Record<string, string>>): Promise<StartedProcess> => {
    const all = {
      listen_addresses: "127.0.0.1",
      port: String(port),
      unix_socket_directories: folder,
      max_connections: "200",
      ...settings,
      ...more,
    };
    writeFileSync(
      join(data, "postgresql.auto.conf"),
      Object.entries(all)
        .map(([name, value]) => `${name} = '${value}'\n`)
        .join(""),
    );
    return start(join(bin, "postgres"), {
      ...as,
      args: ["-D", data],
      logFile: join(folder, "postgres.log"),
      timeoutMs: 120_000,
      ready: async () =>
        (await run(join(bin, "pg_isready"), ["-q"], { environment }).catch(() => undefined)) !== undefined,
    });
  };
  let server = await launch({});
  return {
    version: (await psql("postgres", "show server_version")).split(" ")[0] ?? "",
    settings,
    pid: () => server.pid,
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    createDatabase: async (name) => void (await psql("postgres", `create database ${name}`)),
    dropDatabase: async (name) => void (await psql("postgres", `drop database ${name} with (force)`)),
    psql,
    pgbench: async (database, args, cwd) =>
      (await run(join(bin, "pgbench"), ["-n", ...args, database], { environment, folder: cwd })).stdout,
    restart: async (purpose) => {
      await server.stop("SIGINT");
      server = await launch(purpose === "loading" ? loadingSettings : {});
    },
    stop: () => server.stop("SIGINT"),
  };
}
