import { clusterOf, distributedMaker } from "./cluster-databases.ts";
import { asAdministrator } from "./test-server.ts";

/** How databases are created on a server: the one place to change for an engine that does it differently. */
export interface DatabaseMaker {
  /** Databases are spread over the workers of a Citus cluster. */
  readonly isDistributed: boolean;
  /** Creates an empty database that orders text by bytes, as the embedded database does. */
  create(name: string): Promise<void>;
  /** Copies a template. Absent where that is impossible: each database is then prepared from scratch. */
  readonly copy?: (template: string, name: string) => Promise<void>;
  /** Gives a prepared database the name of a template. Nobody connects to it any more. */
  finish(draft: string, template: string): Promise<void>;
  /** Ends its connections first; a missing database is fine. */
  drop(name: string): Promise<void>;
}

/** @param server - connects as a role that may create databases */
export async function databaseMaker(server: string): Promise<DatabaseMaker> {
  const workers = await clusterOf(server);
  return workers === undefined ? singleMaker(server) : distributedMaker([server, ...workers], singleMaker);
}

function singleMaker(server: string): Required<DatabaseMaker> {
  const run = (statement: string) => asAdministrator(server, (client) => client.query(statement)).then(() => undefined);
  return {
    isDistributed: false,
    create: async (name) => run(`create database ${name} template template0 encoding 'UTF8' ${await localeOf(server)}`),
    copy: (template, name) => run(`create database ${name} template ${template}`),
    finish: (draft, template) => run(`alter database ${draft} rename to ${template}`),
    drop: (name) => run(`drop database if exists ${name} with (force)`),
  };
}

/** Debian and most others have C.UTF-8; macOS and Windows have C only. */
const localeOf = (server: string): Promise<string> =>
  asAdministrator(server, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_collation where collname in ('C.utf8', 'C.UTF-8')");
    return `locale '${rowCount ? "C.UTF-8" : "C"}'`;
  });
