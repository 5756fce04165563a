import pg from "pg";
import { commitHooks, type Database, queryable, type RowSource, retryingConflicts, type Tx } from "./database.ts";
import type { Sql } from "./sql.ts";

const { Pool, types: defaultTypes } = pg;

/** Object ids of the types whose JavaScript form we choose ourselves. */
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
  /** Called for errors of idle connections (the server went away); the pool replaces them by itself. */
  readonly onIdleError?: (error: Error) => void;
}

/** A PostgreSQL server (15 or newer) behind a pool of connections. */
export function openPostgres({ url, poolSize, onIdleError }: PostgresOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    // The pool's types ask for pg's own parser signature, which is looser than ours.
    types: types as unknown as NonNullable<pg.PoolConfig["types"]>,
    application_name: "bursar",
    connectionTimeoutMillis: 3_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  });
  pool.on("error", (error) => onIdleError?.(error));
  const source = (client: pg.Pool | pg.PoolClient): RowSource => ({
    query: async (statement: Sql) => {
      const result = await client.query({
        text: statement.text,
        values: [...statement.values],
        ...(statement.name === undefined ? {} : { name: statement.name }),
      });
      return { rows: result.rows, count: result.rowCount ?? 0 };
    },
  });
  return {
    kind: "postgres",
    ...queryable(source(pool)),
    transaction: (work) => retryingConflicts(() => inTransaction(pool, source, work)),
    close: () => pool.end(),
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  source: (client: pg.PoolClient) => RowSource,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const hooks = commitHooks();
  let broken: Error | undefined;
  // A connection lost between two statements reports itself by an event; unheard, it would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await client.query("begin");
    const result = await work({
      inTransaction: true,
      ...hooks.ofTx,
      ...queryable(source(client)),
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
    client.release(broken);
  }
}
