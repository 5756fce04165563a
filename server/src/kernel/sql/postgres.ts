import pg from "pg";
import {
  commitHooks,
  type Database,
  type DatabaseSession,
  isWaitTimeout,
  queryable,
  type RowSource,
  retryingConflicts,
  type Tx,
} from "./database.ts";
import { currentScope, type RowScope, SCOPE_SETTING, settingOf } from "./scope.ts";
import { queryInScope } from "./scoped-query.ts";
import type { Sql } from "./sql.ts";

const { Client, Pool, types: defaultTypes } = pg;

/** Object ids of the types that are parsed into our own JavaScript types. */
const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, (text) => BigInt(text)],
  [DATE, (text) => text],
  [
    INT8_ARRAY,
    (text) =>
      text === "{}"
        ? []
        : text
            .slice(1, -1)
            .split(",")
            .map((item) => BigInt(item)),
  ],
]);

const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ??
    (format === "binary" ? defaultTypes.getTypeParser(oid, "binary") : defaultTypes.getTypeParser(oid)),
};

export interface PostgresOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Called for errors of idle connections (the server went away); the pool replaces them automatically. */
  readonly onIdleError?: (error: Error) => void;
  /** Sends the scope of every statement to the server: for a role that is subject to row-level security. */
  readonly sendsScope?: boolean;
  /** The scope of statements that declare none. */
  readonly undeclared?: RowScope;
}

/**
 * How long a statement waits for a connection before its request gets 503 with Retry-After (ADR 0032). Longer waits
 * would fill memory with requests whose clients have given up.
 */
const CONNECTION_WAIT_MS = 3_000;

/** A PostgreSQL server (15 or newer) behind a pool of connections. */
export function openPostgres({
  url,
  poolSize,
  onIdleError,
  sendsScope = false,
  undeclared = "none",
}: PostgresOptions): Database {
  const connection = {
    connectionString: url,
    // pg's declared parser signature is looser than ours.
    types: types as unknown as NonNullable<pg.PoolConfig["types"]>,
    application_name: "bursar",
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    keepAlive: true,
  };
  const pool = new Pool({
    ...connection,
    max: poolSize,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    // Pages look up row after row, which the planner expects to cost more than it does: compiling takes longer.
    onConnect: (client) => client.query("set jit = off"),
  });
  pool.on("error", (error) => onIdleError?.(error));
  const scopeSetting = (): string | undefined => (sendsScope ? settingOf(currentScope() ?? undeclared) : undefined);
  let gaveUp = 0;
  const counted = <T>(result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      if (isWaitTimeout(error)) gaveUp += 1;
      throw error;
    });
  return {
    kind: "postgres",
    connectionLoad: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount, gaveUp }),
    ...queryable(
      sourceOf((query) => {
        const setting = scopeSetting();
        return counted(setting === undefined ? pool.query(query) : queryInScope(pool, query, setting));
      }),
    ),
    transaction: (work) => retryingConflicts(() => inTransaction(() => counted(pool.connect()), scopeSetting(), work)),
    session: (work) => inSession(new Client(connection), scopeSetting(), work),
    close: () => pool.end(),
  };
}

const queryOf = ({ text, values, name }: Sql): pg.QueryConfig => ({
  text,
  values: [...values],
  ...(name === undefined ? {} : { name }),
});

const sourceOf = (ask: (query: pg.QueryConfig) => Promise<pg.QueryResult>): RowSource => ({
  query: async (statement) => {
    const result = await ask(queryOf(statement));
    return { rows: result.rows, count: result.rowCount ?? 0 };
  },
});

async function inSession<T>(
  client: pg.Client,
  setting: string | undefined,
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> {
  // Lost connections reject the statement that uses them; without a listener, the event would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work({
      ...queryable(sourceOf((query) => client.query(query))),
      script: async (text) => {
        await client.query(text);
      },
      transaction: (within) => inTransaction(async () => client, setting, within),
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A connection of the pool, which is given back, or of a session. */
type Connection = pg.ClientBase & { release?: (broken?: Error) => void };

/** A transaction keeps the scope with which it began. */
async function inTransaction<T>(
  connect: () => Promise<Connection>,
  setting: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await connect();
  const hooks = commitHooks();
  let broken: Error | undefined;
  // A connection lost between two statements emits an error event; without a listener, the event would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await client.query(setting === undefined ? "begin" : `begin; set local ${SCOPE_SETTING} = '${setting}'`);
    const result = await work({
      inTransaction: true,
      ...hooks.ofTx,
      ...queryable(sourceOf((query) => client.query(query))),
      script: async (text) => {
        await client.query(text);
      },
    });
    await hooks.runBefore();
    await client.query("commit");
    hooks.runAfter();
    return result;
  } catch (error) {
    await client.query("rollback").catch((rollbackError: unknown) => {
      broken = rollbackError instanceof Error ? rollbackError : new Error("rollback failed");
    });
    throw error;
  } finally {
    client.off("error", onError);
    client.release?.(broken);
  }
}
