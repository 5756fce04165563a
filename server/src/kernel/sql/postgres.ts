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
import { currentScope, type RowScope, settingOf } from "./scope.ts";
import { begin, beginWithoutLimits, CONNECTION_WAIT_MS, hasOwnSession, openServerSession } from "./server-session.ts";
import { querySingle } from "./single-statement.ts";
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

/** A PostgreSQL server (15 or newer), or PgBouncer in front of one, behind a pool of at most `poolSize` connections. */
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
    onConnect: openServerSession,
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
    ...queryable(sourceOf((query) => counted(querySingle(pool, query, scopeSetting())))),
    transaction: (work) =>
      retryingConflicts(() => {
        const setting = scopeSetting();
        const connect = async () => {
          const client = await counted(pool.connect());
          return { client, begin: () => counted(begin(client, setting)) };
        };
        return inTransaction(connect, work);
      }),
    session: (work) => inSession(new Client(connection), scopeSetting(), work),
    close: () => pool.end(),
  };
}

const queryOf = ({ text, values, name }: Sql): pg.QueryConfig => ({
  text,
  values: [...values],
  ...(name === undefined ? {} : { name }),
});

/** Names belong to a server process, which other connections may use between two transactions. */
const unnamed = ({ name: _, ...query }: pg.QueryConfig): pg.QueryConfig => query;

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
      ...queryable(sourceOf((query) => client.query(unnamed(query)))),
      script: async (text) => {
        await client.query(text);
      },
      transaction: (within) =>
        inTransaction(async () => ({ client, begin: () => beginWithoutLimits(client, setting) }), within),
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Connected {
  /** A connection of the pool, which is given back, or of a session. */
  readonly client: pg.ClientBase & { release?: (broken?: Error) => void };
  readonly begin: () => Promise<void>;
}

/** A transaction keeps the scope with which it began. */
async function inTransaction<T>(connect: () => Promise<Connected>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { client, begin } = await connect();
  const hooks = commitHooks();
  let broken: Error | undefined;
  // A connection lost between two statements emits an error event; without a listener, the event would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await begin();
    const isOwn = hasOwnSession(client);
    const result = await work({
      inTransaction: true,
      ...hooks.ofTx,
      ...queryable(sourceOf((query) => client.query(isOwn ? query : unnamed(query)))),
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
