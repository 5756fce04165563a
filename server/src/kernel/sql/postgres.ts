import pg from "pg";
import { tracedStatement } from "../telemetry/spans.ts";
import { forCluster } from "./citus/cluster-statements.ts";
import {
  commitHooks,
  type Database,
  type DatabaseSession,
  isPreparedBeforeChange,
  isWaitTimeout,
  queryable,
  type RowSource,
  retryingConflicts,
  type Tx,
} from "./database.ts";
import { type Connections, openConnections } from "./hosts/connections.ts";
import { DatabaseUnavailable, suggestsOtherHost } from "./hosts/unavailable.ts";
import { countStatements, DROP_PLANS, PLANS_KEPT_MS, type Statements } from "./prepared-statements.ts";
import { isReplicaUnusable } from "./replica/replica-reads.ts";
import { currentScope, type RowScope, settingOf } from "./scope.ts";
import { begin, beginWithoutLimits, CONNECTION_WAIT_MS, hasOwnSession, openServerSession } from "./server-session.ts";
import { querySingle } from "./single-statement.ts";
import type { Sql } from "./sql.ts";

const { Client, types: defaultTypes } = pg;

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
  /** May name several servers (hosts/host-list.ts). */
  readonly url: string;
  readonly poolSize: number;
  /** How long a statement waits for a connection. */
  readonly connectionWaitMs?: number;
  /** Called for errors of idle connections (the server went away); the pool replaces them automatically. */
  readonly onIdleError?: (error: Error) => void;
  /** Sends the scope of every statement to the server: for a role that is subject to row-level security. */
  readonly sendsScope?: boolean;
  /** The server is the coordinator of a Citus cluster. */
  readonly isCluster?: boolean;
  /** The scope of statements that declare none. */
  readonly undeclared?: RowScope;
  /** A replica, for single statements only, and what each of them waits for on its connection. */
  readonly replica?: (ask: (statement: Sql) => Promise<unknown[]>) => Promise<void>;
}

/** A PostgreSQL server (15 or newer), or PgBouncer in front of one, behind a pool of at most `poolSize` connections. */
export function openPostgres({
  url,
  poolSize,
  connectionWaitMs = CONNECTION_WAIT_MS,
  onIdleError,
  sendsScope = false,
  isCluster = false,
  undeclared = "none",
  replica,
}: PostgresOptions): Database {
  const connection = {
    // pg's declared parser signature is looser than ours.
    types: types as unknown as NonNullable<pg.PoolConfig["types"]>,
    application_name: "bursar",
    connectionTimeoutMillis: connectionWaitMs,
    keepAlive: true,
  };
  const connections = openConnections({
    url,
    several: replica === undefined ? "primary" : "standby",
    pool: { ...connection, max: poolSize },
    onConnect: openServerSession,
    onIdleError,
  });
  const { pool } = connections;
  const statements = countStatements();
  const scopeSetting = (): string | undefined => (sendsScope ? settingOf(currentScope() ?? undeclared) : undefined);
  const asServerRuns = isCluster ? forCluster : (statement: Sql) => statement;
  let gaveUp = 0;
  const counted = <T>(result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      if (isWaitTimeout(error)) gaveUp += 1;
      throw error;
    });
  return {
    connectionLoad: () => ({ busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount, gaveUp }),
    connectionHealth: connections.health,
    ...queryable(
      sourceOf(asServerRuns, (statement) => {
        const setting = scopeSetting();
        const ask = () =>
          onConnection(connections, async (client) => {
            await dropOldPlans(client, statements);
            await replica?.(async (condition) => (await client.query(queryOf(condition))).rows);
            return querySingle(client, preparing(statement, statements), setting);
          });
        return counted(
          ask().catch((error: unknown) => {
            if (!isPreparedBeforeChange(error)) throw error;
            statements.forget();
            return ask();
          }),
        );
      }),
    ),
    transaction: (work) =>
      retryingConflicts(() => {
        const setting = scopeSetting();
        const connect = async () => {
          const client = await counted(connections.lend());
          return {
            client,
            begin: async () => {
              await dropOldPlans(client, statements);
              await counted(begin(client, setting));
            },
          };
        };
        return inTransaction({ connect, connections, statements, asServerRuns }, work);
      }),
    session: async (work) => {
      const client = new Client({ ...connection, connectionString: await connections.findUrl() });
      return inSession({ client, setting: scopeSetting(), statements, asServerRuns }, work);
    },
    close: connections.close,
  };
}

/** Runs one statement. After an error, the connection is not used again. */
async function onConnection(
  connections: Connections,
  statement: (client: pg.ClientBase) => Promise<pg.QueryResult>,
): Promise<pg.QueryResult> {
  const client = await connections.lend();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    return await connections.ask(client, () => statement(client));
  } catch (error) {
    if (!isReplicaUnusable(error)) broken ??= error instanceof Error ? error : new Error("the statement failed");
    throw error;
  } finally {
    client.off("error", onError);
    connections.giveBack(client, broken);
  }
}

const queryOf = ({ text, values }: Sql): pg.QueryConfig => ({ text, values: [...values] });

/** The same, prepared if it repeats. */
const preparing = (statement: Sql, statements: Statements): pg.QueryConfig => {
  const name = statements.nameOf(statement.text);
  return name === undefined ? queryOf(statement) : { ...queryOf(statement), name };
};

/** How statements of one pool are sent. */
interface Running {
  readonly statements: Statements;
  /** The statement as it is, except on a cluster. */
  readonly asServerRuns: (statement: Sql) => Sql;
}

const sourceOf = (
  asServerRuns: Running["asServerRuns"],
  ask: (statement: Sql) => Promise<pg.QueryResult>,
): RowSource => ({
  query: async (statement) => {
    const result = await tracedStatement(statement.name ?? "statement", () => ask(asServerRuns(statement)));
    return { rows: result.rows, count: result.rowCount ?? 0 };
  },
});

const plans = new WeakMap<pg.ClientBase, { readonly since: number; readonly generation: number }>();

/** On a connection whose server process may have another one's statements, nothing is prepared. */
async function dropOldPlans(client: pg.ClientBase, statements: Statements): Promise<void> {
  if (!hasOwnSession(client)) return;
  const kept = plans.get(client);
  const current = { since: performance.now(), generation: statements.planGeneration() };
  if (kept?.generation === current.generation && current.since - kept.since < PLANS_KEPT_MS) return;
  plans.set(client, current);
  if (kept !== undefined) await client.query(DROP_PLANS);
}

async function inSession<T>(
  { client, setting, ...running }: Running & { readonly client: pg.Client; readonly setting: string | undefined },
  work: (session: DatabaseSession) => Promise<T>,
): Promise<T> {
  // Lost connections reject the statement that uses them; without a listener, the event would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work({
      ...queryable(sourceOf(running.asServerRuns, (statement) => client.query(queryOf(statement)))),
      script: async (text) => {
        await client.query(text);
      },
      transaction: (within) =>
        inTransaction(
          {
            connect: async () => ({ client, begin: () => beginWithoutLimits(client, setting) }),
            connections: onlyOne,
            ...running,
          },
          within,
        ),
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Connected {
  readonly client: pg.ClientBase;
  readonly begin: () => Promise<void>;
}

type Keeping = Pick<Connections, "ask" | "giveBack">;

interface InTransaction extends Running {
  readonly connect: () => Promise<Connected>;
  readonly connections: Keeping;
}

/** A session keeps its connection, and its statements may take hours. */
const onlyOne: Keeping = { ask: (_client, statement) => statement(), giveBack: () => undefined };

/** A transaction keeps the scope with which it began. */
async function inTransaction<T>(
  { connect, connections, statements, asServerRuns }: InTransaction,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { client, begin } = await connect();
  const ask = <R>(statement: () => Promise<R>): Promise<R> => connections.ask(client, statement);
  const hooks = commitHooks();
  let broken: Error | undefined;
  // A connection lost between two statements emits an error event; without a listener, the event would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await ask(begin);
    const isOwn = hasOwnSession(client);
    const result = await work({
      inTransaction: true,
      ...hooks.ofTx,
      ...queryable(
        sourceOf(asServerRuns, (statement) => {
          // Without values there is nothing to prepare for: these lock tables and set limits.
          const query = isOwn && statement.values.length > 0 ? preparing(statement, statements) : queryOf(statement);
          return ask(() => client.query(query));
        }),
      ),
      script: async (text) => {
        await ask(() => client.query(text));
      },
    });
    await hooks.runBefore();
    await tracedStatement("commit", () => ask(() => client.query("commit")));
    hooks.runAfter();
    return result;
  } catch (error) {
    // A server that rejects writes, or whose commit is not certain, must not be used again through this connection.
    if (isPreparedBeforeChange(error)) statements.forget();
    if (suggestsOtherHost(error) || error instanceof DatabaseUnavailable)
      broken ??= error instanceof Error ? error : new Error("the connection was lost");
    else
      await ask(() => client.query("rollback")).catch((rollbackError: unknown) => {
        broken = rollbackError instanceof Error ? rollbackError : new Error("rollback failed");
      });
    throw error;
  } finally {
    client.off("error", onError);
    connections.giveBack(client, broken);
  }
}
