import type pg from "pg";
import type { Tx } from "./database.ts";
import { SCOPE_SETTING } from "./scope.ts";
import { sql } from "./sql.ts";

/** A PostgreSQL setting and its value; both are constants of the code, or a scope that settingOf has checked. */
type Setting = readonly [name: string, value: string];

const STATEMENT_LIMIT = "30s";
/** The first two end what a dead or stuck process left behind. */
const SESSION_SETTINGS: readonly Setting[] = [
  ["statement_timeout", STATEMENT_LIMIT],
  ["idle_in_transaction_session_timeout", STATEMENT_LIMIT],
  // Pages look up row after row, which the planner expects to cost more than it does: compiling takes longer.
  ["jit", "off"],
];

/**
 * How long a statement waits for a connection before its request gets 503 with Retry-After (ADR 0032). Longer waits
 * would fill memory with requests whose clients have given up.
 */
export const CONNECTION_WAIT_MS = 3_000;
/** isWaitTimeout recognizes it; pg-pool's own error has the same text. */
const WAITED = "timeout exceeded when trying to connect";

/** What @types/pg omits. */
export interface ServerConnection {
  readonly stream: { destroy(error: Error): void };
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: { portal: string; rows: number }): void;
  flush(): void;
}

interface ClientInternals {
  readonly connection: ServerConnection;
  /** The process to name in a request to cancel (BackendKeyData); a pooler gives a number of its own. */
  readonly processID: number | null;
}

const internalsOf = (client: pg.ClientBase) => client as unknown as ClientInternals;

/** Connections that have a server process to themselves. Any other may share one, so nothing is left on it. */
const exclusive = new WeakSet<ServerConnection>();
export const isExclusive = (connection: ServerConnection): boolean => exclusive.has(connection);
export const hasOwnSession = (client: pg.ClientBase): boolean => isExclusive(internalsOf(client).connection);

/**
 * Finds out whether the connection leads to a server process of its own or through a pooler such as PgBouncer in
 * transaction mode (ADR 0060), and prepares the session in the first case, in one round trip.
 */
export async function openServerSession(client: pg.ClientBase): Promise<void> {
  const { connection, processID } = internalsOf(client);
  const own = Number.isInteger(processID) ? `${processID}` : "null";
  const settings = SESSION_SETTINGS.map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const { rows } = await answeredInTime(client, () =>
    client.query(`select ${settings.join(", ")} where pg_backend_pid() = ${own}`),
  );
  if (rows.length === 1) exclusive.add(connection);
}

/** Begins a transaction and sets what ends with it, in one message. */
export async function begin(client: pg.ClientBase, scope: string | undefined): Promise<void> {
  if (hasOwnSession(client)) return beginWithoutLimits(client, scope);
  await answeredInTime(client, () => client.query(beginning([...SESSION_SETTINGS, ...scopeSetting(scope)])));
}

/** For migrations, whose statements may take hours. */
export async function beginWithoutLimits(client: pg.ClientBase, scope: string | undefined): Promise<void> {
  await client.query(beginning(scopeSetting(scope)));
}

const scopeSetting = (scope: string | undefined): readonly Setting[] =>
  scope === undefined ? [] : [[SCOPE_SETTING, scope]];

const beginning = (settings: readonly Setting[]): string =>
  ["begin", ...settings.map(([name, value]) => `set local ${name} = '${value}'`)].join("; ");

/** A statement that sets what a single statement behind it needs: only its scope, if the session is its own. */
export const preludeOf = (isOwn: boolean, scope: string | undefined): string => {
  const settings = [
    ...(isOwn ? [] : SESSION_SETTINGS.map(([name, value]) => `set_config('${name}', '${value}', true)`)),
    ...(scope === undefined ? [] : [`set_config('${SCOPE_SETTING}', $1, true)`]),
  ];
  return `select ${settings.join(", ")}`;
};

/**
 * The answer to a statement that takes no time itself. A pooler accepts connections without having one to the server,
 * so this is where a statement waits for its turn.
 */
async function answeredInTime<T>(client: pg.ClientBase, ask: () => Promise<T>): Promise<T> {
  const stop = giveUpInTime(internalsOf(client).connection);
  try {
    return await ask();
  } finally {
    stop();
  }
}

/**
 * Ends the connection unless stopped in time. PgBouncer notices only when the statement's turn comes or after its
 * query_wait_timeout, so a single statement may still be executed: the outcome is unknown, as with any lost connection.
 */
export function giveUpInTime(connection: ServerConnection): () => void {
  const timer = setTimeout(() => connection.stream.destroy(new Error(WAITED)), CONNECTION_WAIT_MS);
  return () => clearTimeout(timer);
}

/**
 * Until the transaction ends, rows are read in the order of an index. Without statistics, as in a young database or a queue
 * that was empty when it was analyzed, the planner would read and sort all rows that wait.
 */
export const readInIndexOrder = (tx: Tx) => tx.run(sql`select set_config('enable_sort', 'off', true)`);
