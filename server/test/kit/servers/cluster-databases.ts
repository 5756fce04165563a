import { setTimeout as sleep } from "node:timers/promises";
import { sqlStateOf } from "#kernel/sql/database.ts";
import { type DatabaseMaker, singleMaker } from "../databases/database-maker.ts";
import { asAdministrator, isOfTheRun, withDatabase } from "../databases/test-server.ts";

// A database of a Citus cluster has a part of the same name on every node. The database of the given address says whether
// its server is a coordinator, and which workers it has.

/** The workers, if the server is the coordinator of a cluster. */
export const clusterOf = (server: string): Promise<readonly string[] | undefined> =>
  asAdministrator(server, async (client) => {
    const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
    if (!rowCount) return undefined;
    const { rows } = await client.query<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by groupid",
    );
    return rows.length === 0 ? undefined : rows.map(({ host, port }) => at(server, host, port));
  });

function at(server: string, host: string, port: number): string {
  const url = new URL(server);
  url.hostname = host;
  url.port = `${port}`;
  return url.toString();
}

/** The workers of the run's server, which stays what it is. */
let workersOfTheRun: ReturnType<typeof clusterOf> | undefined;

/** @param server - connects as a role that may create databases */
export async function databaseMaker(server: string): Promise<DatabaseMaker> {
  if (isOfTheRun(server)) workersOfTheRun ??= clusterOf(server);
  const workers = await (isOfTheRun(server) ? workersOfTheRun : clusterOf(server));
  return workers === undefined ? singleMaker(server) : distributedMaker([server, ...workers]);
}

/** @param nodes - the coordinator first */
function distributedMaker(nodes: readonly string[]): DatabaseMaker {
  const each = async (work: (node: string) => Promise<unknown>): Promise<void> => {
    await Promise.all(nodes.map(work));
  };
  return {
    isDistributed: true,
    create: async (name) => {
      const databases = nodes.map((node) => withDatabase(node, name));
      await each((node) => singleMaker(node).create(name));
      await formCluster(databases);
    },
    copy: (template, name) => each((node) => singleMaker(node).copy(template, name)),
    finish: async (draft, template) => {
      const [coordinator, ...workers] = nodes;
      await Promise.all(
        workers.map((node) => retire(node, draft).then(() => singleMaker(node).finish(draft, template))),
      );
      // Last, because a template exists when the coordinator has it.
      if (coordinator === undefined) return;
      await retire(coordinator, draft);
      await singleMaker(coordinator).finish(draft, template);
    },
    drop: (name) => untilUnused(() => each((node) => singleMaker(node).drop(name))),
  };
}

/**
 * Ends Citus's own connections to a database permanently: one that is in use cannot be copied. Removes its name from the
 * objects that a new worker gets, because copies have other names.
 */
async function retire(node: string, database: string): Promise<void> {
  await asAdministrator(withDatabase(node, database), (client) =>
    client.query("delete from pg_dist_object where classid = 'pg_database'::regclass"),
  );
  await asAdministrator(node, async (client) => {
    await client.query(`alter database ${database} allow_connections false`);
    await client.query("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1", [database]);
  });
}

const IN_USE = "55006";
const ATTEMPTS = 50;

/** Citus connects to a database again after it was disconnected, so dropping may take several attempts. */
async function untilUnused(drop: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await drop();
    } catch (error) {
      if (sqlStateOf(error) !== IN_USE || attempt === ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}

/** Makes databases of several servers, the coordinator's first, one of a cluster. */
export async function formCluster([coordinator, ...workers]: readonly string[]): Promise<void> {
  if (coordinator === undefined) return;
  for (const node of [coordinator, ...workers])
    await asAdministrator(node, (client) => client.query("create extension if not exists citus"));
  await asAdministrator(coordinator, async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query("select citus_set_coordinator_host($1, $2)", [hostname, port]);
    for (const worker of workers)
      await client.query("select citus_add_node($1, $2)", [new URL(worker).hostname, new URL(worker).port]);
  });
}
