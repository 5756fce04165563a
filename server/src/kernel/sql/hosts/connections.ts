import pg from "pg";
import { present } from "../../assert.ts";
import { type ConnectionHealth, isWaitTimeout } from "../database.ts";
import { watchCommits } from "./commit-watch.ts";
import { type FoundHost, hostFinder } from "./host-finder.ts";
import { type Needed, readHosts } from "./host-list.ts";
import type { HostState } from "./host-state.queries.ts";
import { askState, giveUp, probe } from "./server-probe.ts";
import { givenUp, noHost, suggestsOtherHost } from "./unavailable.ts";

/** Connections to the right server of a URL, and to no other. */
export interface Connections {
  /** A connection; `giveBack` it. Rejects if no server can be used, or if all connections stay in use. */
  lend(): Promise<pg.ClientBase>;
  /** With an error if the connection must not be used again. */
  giveBack(client: pg.ClientBase, error?: Error): void;
  /** Runs a statement. Rejects if the outcome of its commit is not certain. */
  ask<T>(client: pg.ClientBase, statement: () => Promise<T>): Promise<T>;
  /** The URL of the server in use, for a connection outside the pool. */
  findUrl(): Promise<string>;
  readonly pool: pg.Pool;
  health(): ConnectionHealth;
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly url: string;
  /** What several servers of the URL are used for, unless it says so. */
  readonly several?: Needed;
  readonly pool: pg.PoolConfig;
  /** Prepares a new connection. */
  readonly onConnect: (client: pg.ClientBase) => Promise<unknown>;
  readonly onIdleError?: ((error: Error) => void) | undefined;
}

/**
 * A pool whose connections all lead to one server: the one that the finder chose, which is asked again on every new
 * connection. When another server is chosen, all connections to the previous one are ended, also busy ones.
 */
export function openConnections({
  url,
  several,
  pool: config,
  onConnect,
  onIdleError,
}: ConnectionOptions): Connections {
  const { list, finder, watch, track, switches } = followServers(url, several, config);
  const pool = new pg.Pool(
    leadingTo({
      config,
      url: () => finder.settled()?.host.url ?? present(list.hosts[0], "a URL names a server").url,
      created: track,
      connected: async (client) => {
        watch.follow(client);
        await onConnect(client);
        if (list.needs === undefined) return;
        const problem = finder.objection(await askState(client));
        if (problem !== undefined) throw noHost(`The server ${problem}`);
      },
    }),
  );
  pool.on("error", (error) => {
    if (suggestsOtherHost(error)) finder.doubt();
    onIdleError?.(error);
  });
  const judging = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      // All connections in use for so long may also mean that the server is gone.
      if (suggestsOtherHost(error) || isWaitTimeout(error)) finder.doubt();
      throw error;
    }
  };
  const lend = async (): Promise<pg.PoolClient> => {
    // Each holds a connection of the server: without a bound, retries would use all of them.
    if (watch.stalled() >= (config.max ?? 1))
      throw noHost("Commits wait for a synchronous standby that does not answer");
    if (finder.settled() === undefined) await finder.find();
    return pool.connect();
  };
  return {
    pool,
    lend: () => judging(lend),
    findUrl: async () => {
      finder.doubt();
      return (await finder.find()).host.url;
    },
    giveBack: (client, error) => {
      if ("release" in client && typeof client.release === "function") client.release(error);
    },
    ask: (client, statement) => judging(() => watch.ask(client, statement)),
    health: () => ({
      stalledCommits: watch.stalled(),
      switches: switches(),
      outdatedServers: finder.outdated(),
    }),
    close: async () => {
      watch.stop();
      await pool.end();
    },
  };
}

/** Which server is used, what runs there, and which connections end when another one is chosen. */
function followServers(url: string, several: Needed | undefined, config: pg.PoolConfig) {
  const list = readHosts(url, several);
  const clients = new Map<pg.ClientBase, FoundHost | undefined>();
  let changes = 0;
  const finder = hostFinder(
    list,
    (host) => probe(host, config),
    (next) => {
      changes += 1;
      watch.reset();
      for (const [client, at] of clients)
        if (at !== next) giveUp(client, givenUp(`Connection terminated: ${next.host.name} is used now`));
    },
  );
  /** A statement takes long: is the server still there, is it still the right one, and what do commits wait for? */
  const inspect = async (): Promise<HostState> => {
    finder.doubt();
    return probe((await finder.find()).host, config);
  };
  const watch = watchCommits(inspect, giveUp);
  const track = (client: pg.Client): void => {
    clients.set(client, finder.settled());
    client.on("end", () => clients.delete(client));
  };
  return { list, finder, watch, track, switches: () => Math.max(0, changes - 1) };
}

interface Leading {
  readonly config: pg.PoolConfig;
  readonly url: () => string;
  readonly created: (client: pg.Client) => void;
  readonly connected: (client: pg.ClientBase) => Promise<void>;
}

/** The configuration of a pool whose connections lead to the URL that is current when they open. */
const leadingTo = ({ config, url, created, connected }: Leading): pg.PoolConfig => {
  class ClientOfUrl extends pg.Client {
    constructor() {
      super({ ...config, connectionString: url() });
      created(this);
    }
  }
  // The pool waits for the promise, which its types omit.
  const onConnect = connected as unknown as NonNullable<pg.PoolConfig["onConnect"]>;
  return { ...config, Client: ClientOfUrl, onConnect };
};
