import { existsSync } from "node:fs";
import { join } from "node:path";
import { findInstalledPrograms } from "../databases/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../databases/postgres-server.ts";
import { formCluster } from "./cluster-databases.ts";

/** A private Citus cluster on loopback: a coordinator and its workers, each a PostgreSQL server of its own. */
export interface CitusCluster {
  /** The database `postgres` of the coordinator. */
  readonly url: string;
  readonly workers: readonly PostgresServer[];
  /** Starts another server, which is no worker of any database yet. */
  startWorker(): Promise<PostgresServer>;
  stop(): void;
}

export const INSTALL_CITUS = `This test needs the Citus extension for the installed PostgreSQL server (docs/operate/scaling.md says how to build it).`;

export function citusIsInstalled(): boolean {
  const programs = findInstalledPrograms();
  return programs !== undefined && existsSync(join(programs.folder, "../lib/citus.so"));
}

/**
 * Tests create a database each, with a daemon of Citus's in every one, and commit on several servers. Four parts per table
 * are enough for two workers, and quickly copied.
 */
const CLUSTER_SETTINGS = {
  shared_preload_libraries: "citus",
  max_connections: "300",
  max_prepared_transactions: "300",
  max_worker_processes: "100",
  shared_buffers: "128MB",
  wal_level: "logical",
  "citus.shard_count": "4",
  // Nodes talk over loopback.
  "citus.node_conninfo": "sslmode=disable",
};

export async function startCitusCluster({
  workers,
  settings = {},
  formed = true,
}: {
  readonly workers: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** False: the servers do not know each other yet. */
  readonly formed?: boolean;
}): Promise<CitusCluster> {
  const startNode = (): Promise<PostgresServer> =>
    startPostgresServer({ installed: true, settings: { ...CLUSTER_SETTINGS, ...settings } });
  const [coordinator, ...others] = await Promise.all(Array.from({ length: workers + 1 }, startNode));
  if (coordinator === undefined) throw new TypeError("A cluster has at least one worker");
  if (formed) await formCluster([coordinator.url, ...others.map(({ url }) => url)]);
  const added: PostgresServer[] = [];
  return {
    url: coordinator.url,
    workers: others,
    startWorker: async () => {
      const server = await startNode();
      added.push(server);
      return server;
    },
    stop: () => {
      for (const server of [...added, ...others, coordinator]) server.stop();
    },
  };
}
