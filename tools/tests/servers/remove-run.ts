import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { asAdministrator, postgresUrl, RUN } from "../../../server/test/kit/databases/test-server.ts";
import { databaseMaker } from "../../../server/test/kit/servers/cluster-databases.ts";

// Waits until the run ends, then removes its databases and roles (given-server.ts).

const PASSES_MAX = 50;
const PAUSE_MS = 500;
/** Processes of a killed run may create another database before they notice: that many passes must find nothing. */
const QUIET_PASSES = 2;

process.stdin.resume();
await once(process.stdin, "end");
const server = await postgresUrl();
const maker = await databaseMaker(server);
let quiet = 0;
for (let pass = 0; quiet < QUIET_PASSES; pass += 1) {
  if (pass === PASSES_MAX) throw new Error(`Databases of ${RUN} appear again and again`);
  if (pass > 0) await sleep(PAUSE_MS);
  quiet = (await removeAll()) === 0 ? quiet + 1 : 0;
}

async function removeAll(): Promise<number> {
  const databases = await namesOf("select datname as name from pg_database where starts_with(datname, $1)");
  for (const name of databases) await maker.drop(name);
  // Roles have rights in the run's databases only, so nothing depends on them now.
  const roles = await namesOf("select rolname as name from pg_roles where starts_with(rolname, $1)");
  for (const name of roles)
    await asAdministrator(server, (client) => client.query(`drop role if exists "${name.replaceAll('"', '""')}"`));
  return databases.length + roles.length;
}

async function namesOf(statement: string): Promise<readonly string[]> {
  const found = await asAdministrator(server, (client) => client.query<{ name: string }>(statement, [`${RUN}_`]));
  return found.rows.map(({ name }) => name);
}
