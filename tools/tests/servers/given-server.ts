import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { asAdministrator, SERVER_VARIABLES } from "../../../server/test/kit/databases/test-server.ts";

/** A server that the tests or benchmarks were given: `--database-url`. */
export interface GivenServer {
  /** For the processes of the run, so that everything they create bears its name. */
  readonly environment: Readonly<Record<string, string>>;
  readonly version: string;
  readonly connections: number;
  /** Removes the databases and roles of the run. */
  remove(): Promise<void>;
}

const OLDEST_VERSION = 15;
const REMOVER = join(import.meta.dirname, "remove-run.ts");

interface Facts {
  readonly version: number;
  readonly name: string;
  readonly connections: number;
  readonly role: string;
  readonly creates_databases: boolean;
  readonly creates_roles: boolean;
}

const FACTS = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
         rolname as role, rolsuper or rolcreatedb as creates_databases, rolsuper or rolcreaterole as creates_roles
    from pg_roles where rolname = current_user`;

/** @throws Error with one sentence on what is missing: the server, its version, or rights of the role */
export async function useGivenServer(url: string): Promise<GivenServer> {
  if (!/^postgres(ql)?:\/\/[^/]*\/./.test(url))
    throw new Error("--database-url takes a URL such as postgres://user:password@host:5432/postgres");
  const facts = await readFacts(url);
  if (facts.version < OLDEST_VERSION * 10_000)
    throw new Error(`The server of --database-url is PostgreSQL ${facts.name}. Use ${OLDEST_VERSION} or newer.`);
  const missing = [
    ...(facts.creates_databases ? [] : ["CREATEDB"]),
    ...(facts.creates_roles ? [] : ["CREATEROLE"]),
  ].join(" and ");
  if (missing !== "")
    throw new Error(
      `The role ${facts.role} of --database-url lacks ${missing}, which tests need for databases and roles of their own. Run this as a superuser: alter role "${facts.role}" ${missing.replace("and ", "").toLowerCase()};`,
    );
  const run = `bursar_${randomBytes(4).toString("hex")}`;
  const environment = {
    [SERVER_VARIABLES.url]: url,
    [SERVER_VARIABLES.run]: run,
    [SERVER_VARIABLES.password]: randomBytes(18).toString("hex"),
  };
  const remover = startRemover(environment);
  return {
    environment,
    version: facts.name.split(" ")[0] ?? "",
    connections: facts.connections,
    remove: () => endRemover(remover),
  };
}

async function readFacts(url: string): Promise<Facts> {
  try {
    const { rows } = await asAdministrator(url, (client) => client.query<Facts>(FACTS));
    const [facts] = rows;
    if (facts === undefined) throw new Error("its role is unknown");
    return facts;
  } catch (error) {
    // A refused connection has no message, only a code.
    const reason = error instanceof Error ? error.message || ("code" in error ? String(error.code) : "") : "";
    throw new Error(`The server of --database-url cannot be used: ${reason}`, { cause: error });
  }
}

/**
 * A process that waits on a pipe that only this process holds open, and then removes what the run created: also after
 * Ctrl-C, an error, and SIGKILL. It ignores the terminal's signals, and its arguments do not show the password.
 */
function startRemover(environment: Readonly<Record<string, string>>): ChildProcess {
  const remover = spawn(process.execPath, [REMOVER], {
    stdio: ["pipe", "ignore", "inherit"],
    detached: true,
    env: { ...process.env, ...environment },
  });
  remover.unref();
  return remover;
}

async function endRemover(remover: ChildProcess): Promise<void> {
  const exited = once(remover, "exit");
  remover.ref();
  remover.stdin?.end();
  const [code] = await exited;
  if (code !== 0) throw new Error("Not all databases and roles of this run could be removed");
}
