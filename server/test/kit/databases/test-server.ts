import pg from "pg";
import { type PostgresServer, QUICK_SETTINGS, startPostgresServer } from "./postgres-server.ts";

/** What `npm test` tells its processes about the server that it started or was given (with-services.ts). */
export const SERVER_VARIABLES = {
  url: "BURSAR_TEST_POSTGRES_URL",
  run: "BURSAR_TEST_RUN",
  password: "BURSAR_TEST_SERVING_PASSWORD",
} as const;

/** A role belongs to the whole server, so its name, like those of databases, starts with the name of the run. */
export const RUN = process.env[SERVER_VARIABLES.run] ?? "bursar";
export const SERVING_ROLE = `${RUN}_serving`;
/** A given server probably requires a password. */
export const SERVING_PASSWORD = process.env[SERVER_VARIABLES.password] ?? "";
/** The end of `create role`. */
export const LOGIN = SERVING_PASSWORD === "" ? "login" : `login password '${SERVING_PASSWORD}'`;

let own: Promise<PostgresServer> | undefined;

/** The server of this run, or one of this process. Connects as a role that may create databases and roles. */
export async function postgresUrl(): Promise<string> {
  const given = process.env[SERVER_VARIABLES.url];
  if (given !== undefined) return given;
  own ??= startPostgresServer({ settings: QUICK_SETTINGS });
  return (await own).url;
}

/** Outlives this process. */
export const isOfTheRun = (server: string): boolean => server === process.env[SERVER_VARIABLES.url];

/** The same server, another database. */
export function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

/** One connection, closed at the end, which also gives back its advisory lock. */
export async function asAdministrator<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
