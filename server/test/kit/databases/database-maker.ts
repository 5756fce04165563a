import { asAdministrator } from "./test-server.ts";

/** How databases are created on a server: the one place to change for an engine that does it differently. */
export interface DatabaseMaker {
  /** Creates an empty database that orders text by bytes, as the embedded database does. */
  create(name: string): Promise<void>;
  /** Copies a database that nobody is connected to. Absent where that is impossible: each is then prepared from scratch. */
  readonly copy?: (source: string, name: string) => Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Ends its connections first; a missing database is fine. */
  drop(name: string): Promise<void>;
}

/** @param server - connects as a role that may create databases */
export function databaseMaker(server: string): DatabaseMaker {
  const run = (statement: string) => asAdministrator(server, (client) => client.query(statement)).then(() => undefined);
  return {
    create: async (name) => run(`create database ${name} template template0 encoding 'UTF8' ${await localeOf(server)}`),
    copy: (source, name) => run(`create database ${name} template ${source}`),
    rename: (from, to) => run(`alter database ${from} rename to ${to}`),
    drop: (name) => run(`drop database if exists ${name} with (force)`),
  };
}

/** Debian and most others have C.UTF-8; macOS and Windows have C only. */
const localeOf = (server: string): Promise<string> =>
  asAdministrator(server, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_collation where collname in ('C.utf8', 'C.UTF-8')");
    return `locale '${rowCount ? "C.UTF-8" : "C"}'`;
  });
