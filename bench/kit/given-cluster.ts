import { join } from "node:path";
import { ensureInstalledPrograms } from "../../server/test/kit/databases/postgres-binaries.ts";
import { asAdministrator, SERVER_VARIABLES, withDatabase } from "../../server/test/kit/databases/test-server.ts";
import { databaseMaker } from "../../server/test/kit/servers/cluster-databases.ts";
import { useGivenServer } from "../../tools/tests/servers/given-server.ts";
import { run } from "./child-process.ts";
import type { Cluster } from "./postgres-cluster.ts";

/**
 * The server of `--database-url`. Databases bear the name of this run and are removed at the end, even if it is killed.
 * Its processes may be on another machine, so their processor time is unknown; and it cannot be restarted, so parts
 * that load millions of rows are not for it.
 */
export async function useGivenCluster(server: string): Promise<Cluster> {
  const { folder: bin } = ensureInstalledPrograms();
  const given = await useGivenServer(server);
  const maker = await databaseMaker(server);
  const prefix = given.environment[SERVER_VARIABLES.run];
  const nameOf = (database: string) => `${prefix}_${database}`;
  const environment = { ...process.env, ...clientEnvironment(server) };
  const psql: Cluster["psql"] = async (database, script, variables = {}) => {
    const values = Object.entries(variables).flatMap(([name, value]) => ["-v", `${name}=${value}`]);
    const { stdout } = await run(
      join(bin, "psql"),
      ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", ...values, "-d", nameOf(database), "-f", "-"],
      { input: script, environment },
    );
    return stdout.trim();
  };
  return {
    version: given.version,
    settings: await readSettings(server),
    pid: () => undefined,
    url: (database) => withDatabase(server, nameOf(database)),
    createDatabase: (name) => maker.create(nameOf(name)),
    dropDatabase: (name) => maker.drop(nameOf(name)),
    psql,
    pgbench: async (database, args, cwd) =>
      (await run(join(bin, "pgbench"), ["-n", ...args, nameOf(database)], { environment, folder: cwd })).stdout,
    restart: () => Promise.reject(new Error("The server of --database-url cannot be restarted")),
    stop: () => given.remove(),
  };
}

/** What figures depend on; the server may trade durability for speed. */
const readSettings = (server: string): Promise<Record<string, string>> =>
  asAdministrator(server, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      "select name, current_setting(name) as value from pg_settings where name = any ($1) order by name",
      [["fsync", "synchronous_commit", "shared_buffers", "max_wal_size", "max_connections"]],
    );
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  });

/** For psql and pgbench: arguments would show the password to other users of the machine (libpq, "Environment Variables"). */
function clientEnvironment(server: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(server);
  const sslMode = searchParams.get("sslmode");
  return {
    PGHOST: hostname,
    PGPORT: port || "5432",
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    ...(sslMode === null ? {} : { PGSSLMODE: sslMode }),
  };
}
