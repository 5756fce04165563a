import pg from "pg";
import { sqlStateOf } from "../database.ts";
import type { Host } from "./host-list.ts";
import { type HostState, hostState } from "./host-state.queries.ts";
import { noHost } from "./unavailable.ts";

/** How long a server may take to say what it is. */
const PROBE_MS = 2_000;
/** Errors of the network have longer codes, or none. */
const SQLSTATE_LENGTH = 5;

/** Ends a connection without waiting for the server. */
export function giveUp(client: pg.ClientBase, error: Error): void {
  // The driver reports it to the statement that runs, or to the pool. Its types omit the connection.
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } };
  connection.stream.destroy(error);
}

/**
 * Asks on a connection of its own, because those of the pool may all be stuck. Rejects with noHost if the server cannot
 * be reached, and with its error if it refuses.
 */
export async function probe(host: Host, { types: _, ...config }: pg.PoolConfig): Promise<HostState> {
  const client = new pg.Client({
    ...config,
    connectionString: host.url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  // A connection lost at the wrong moment emits an error event, which would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      // What a server answers, such as that it has no connection left, shows that it is there.
      throw sqlStateOf(error)?.length === SQLSTATE_LENGTH ? error : noHost(`${host.name} cannot be reached`, error);
    });
    return await askState(client);
  } finally {
    // Not awaited: a server that is gone does not answer this either.
    void client.end().catch(() => undefined);
  }
}

export async function askState(client: pg.ClientBase): Promise<HostState> {
  const { rows } = await client.query<HostState>(hostState.text);
  const state = rows[0];
  if (state === undefined) throw noHost("The server does not say what it is");
  return state;
}
