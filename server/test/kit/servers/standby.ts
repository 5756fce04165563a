import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type PostgresServer, startPostgresServer } from "../databases/postgres-server.ts";

/** A primary and its synchronous standby. */
export interface Pair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Both servers in one URL, the primary first. */
  readonly url: string;
  stop(): void;
}

/** The name by which the primary knows the standby. */
const STANDBY = "standby1";
const LIMIT_MS = 120_000;
const SETTINGS = { shared_buffers: "64MB", max_wal_size: "256MB" };

/** Starts both; every commit then waits until the standby has written it to its disk. */
export async function startPair(settings: Readonly<Record<string, string>> = SETTINGS): Promise<Pair> {
  const primary = await startPostgresServer({ installed: true, settings });
  try {
    const standby = await addStandby(primary, STANDBY, { settings });
    await waitForStandbys(primary, STANDBY);
    return {
      primary,
      standby,
      url: severalServers(primary, standby),
      stop: () => {
        standby.stop();
        primary.stop();
      },
    };
  } catch (error) {
    primary.stop();
    throw error;
  }
}

/** Starts a standby that streams from the primary, an installed server; commits do not wait for it. */
export const addStandby = (
  primary: PostgresServer,
  name: string,
  { port, settings = SETTINGS }: { port?: number; settings?: Readonly<Record<string, string>> } = {},
): Promise<PostgresServer> =>
  startPostgresServer({
    installed: true,
    settings,
    standbyOf: { primaryUrl: primary.url, name },
    ...(port === undefined ? {} : { port }),
  });

/** One URL for several servers. */
export function severalServers(...servers: readonly PostgresServer[]): string {
  const [first, ...others] = servers.map(({ url }) => new URL(url));
  return `postgres://postgres@${[first, ...others].map((url) => url?.host).join(",")}${first?.pathname}`;
}

/** Makes commits wait for the named standby, and waits until it is connected. */
export async function waitForStandbys(primary: PostgresServer, name: string): Promise<void> {
  await onServer(primary, `alter system set synchronous_standby_names = '${name}'`);
  await onServer(primary, "select pg_reload_conf()");
  await eventuallyOn(primary, "select sync_state = 'sync' as done from pg_stat_replication");
}

/** One statement on a connection of its own. */
export async function onServer<Row extends pg.QueryResultRow>(
  { url }: Pick<PostgresServer, "url">,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until the statement's first row has a true column `done`. */
export async function eventuallyOn(server: Pick<PostgresServer, "url">, statement: string): Promise<void> {
  const limit = Date.now() + LIMIT_MS;
  while (Date.now() < limit) {
    const [row] = await onServer<{ done: boolean | null }>(server, statement);
    if (row?.done === true) return;
    await sleep(50);
  }
  throw new Error(`Not within ${LIMIT_MS} ms: ${statement}`);
}
