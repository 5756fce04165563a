import { setTimeout as sleep } from "node:timers/promises";
import { sqlStateOf } from "../../../src/kernel/sql/database.ts";
import { asAdministrator, withDatabase } from "./administrator.ts";

// Creates, copies, and drops databases on a server, or on every node of a Citus cluster, whose parts of a database have
// the same name on each node. `server` is the address of a database; it is a cluster if that one has the extension.

const known = new Map<string, Promise<readonly string[]>>();

/** Nodes of the cluster, the coordinator first; a single server is its only node. */
function nodesOf(server: string): Promise<readonly string[]> {
  const nodes = known.get(server) ?? readNodes(server);
  known.set(server, nodes);
  return nodes;
}

export const isCluster = async (server: string): Promise<boolean> => (await nodesOf(server)).length > 1;

function readNodes(server: string): Promise<readonly string[]> {
  return asAdministrator(server, async (client) => {
    const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
    if (!rowCount) return [server];
    const { rows } = await client.query<{ name: string; port: number }>(
      "select nodename as name, nodeport as port from pg_dist_node where groupid <> 0 order by groupid",
    );
    return [server, ...rows.map(({ name, port }) => at(server, name, port))];
  });
}

function at(server: string, host: string, port: number): string {
  const url = new URL(server);
  url.hostname = host;
  url.port = `${port}`;
  return url.toString();
}

const onEach = async (nodes: readonly string[], ...statements: readonly string[]): Promise<void> => {
  await Promise.all(
    nodes.map((node) =>
      asAdministrator(node, async (client) => {
        for (const statement of statements) await client.query(statement);
      }),
    ),
  );
};

/** An empty database, or a copy of a finished template. */
export async function createDatabase(
  server: string,
  { name, template }: { readonly name: string; readonly template: string | undefined },
): Promise<void> {
  const nodes = await nodesOf(server);
  await onEach(nodes, `create database ${name} template ${template ?? "template1"}`);
  if (template !== undefined || nodes.length === 1) return;
  const databases = nodes.map((node) => withDatabase(node, name));
  await onEach(databases, "create extension citus");
  await formCluster(databases);
}

/** Makes the first database, which has the extension like the others, their coordinator. */
export async function formCluster([coordinator, ...workers]: readonly string[]): Promise<void> {
  if (coordinator === undefined) return;
  await asAdministrator(coordinator, async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query("select citus_set_coordinator_host($1, $2)", [hostname, port]);
    for (const worker of workers)
      await client.query("select citus_add_node($1, $2)", [new URL(worker).hostname, new URL(worker).port]);
  });
}

const IN_USE = "55006";
const DROPS_TRIED = 50;

/** Citus's own daemon connects to a database again after it was disconnected, so dropping may take several attempts. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const nodes = await nodesOf(server);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onEach(nodes, `drop database if exists ${name} with (force)`);
    } catch (error) {
      if (sqlStateOf(error) !== IN_USE || attempt === DROPS_TRIED) throw error;
      await sleep(100);
    }
  }
}

/**
 * Gives a prepared database its final name, on the coordinator last, where it is looked up. Nobody may connect to it
 * afterwards: Citus's own daemon would, and a database in use cannot be copied.
 */
export async function finishTemplate(
  server: string,
  { draft, template }: { readonly draft: string; readonly template: string },
): Promise<void> {
  const [coordinator, ...workers] = await nodesOf(server);
  if (coordinator === undefined) return;
  for (const nodes of [workers, [coordinator]])
    await onEach(
      nodes,
      `alter database ${draft} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${draft}'`,
      `drop database if exists ${template} with (force)`,
      `alter database ${draft} rename to ${template}`,
    );
}
