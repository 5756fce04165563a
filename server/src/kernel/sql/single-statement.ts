import pg from "pg";
import { giveUpInTime, isExclusive, preludeOf, type ServerConnection } from "./server-session.ts";

const STATEMENT = "bursar_scope";

interface QueryInternals {
  name: string | undefined;
  prepare(connection: ServerConnection): void;
  submit(connection: ServerConnection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: ServerConnection): void;
  handleError(error: Error, connection: ServerConnection): void;
}

const plain = pg.Query.prototype as unknown as QueryInternals;
const knowsStatement = new WeakSet<ServerConnection>();

/**
 * Runs one statement on a connection of the pool, within a scope, in one round trip: a prelude that sets the scope and
 * the statement precede a single Sync, so they share an implicit transaction (PostgreSQL, "Extended Query:
 * Pipelining"), at the end of which the setting is gone.
 *
 * On a connection that may share its server process with others (server-session.ts), the prelude also sets what a
 * session of its own would have, and nothing is prepared by name: the name could belong to another process's statement.
 */
export function querySingle(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  scope: string | undefined,
): Promise<pg.QueryResult> {
  const query = new pg.Query({ ...config, queryMode: "extended" } as pg.QueryConfig);
  Object.assign(query, behindPrelude(scope));
  return new Promise((resolve, reject) => {
    // The client accepts any Submittable, which calls back with the result.
    client.query(query as unknown as pg.QueryConfig, (error: Error | null, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result),
    );
  });
}

function behindPrelude(scope: string | undefined): Omit<QueryInternals, "name"> {
  let isPrelude = false;
  let stopWaiting = (): void => undefined;
  return {
    submit(this: QueryInternals, connection) {
      if (!isExclusive(connection)) this.name = undefined;
      return plain.submit.call(this, connection);
    },
    prepare(connection) {
      const isOwn = isExclusive(connection);
      isPrelude = !isOwn || scope !== undefined;
      if (isPrelude) sendPrelude(connection, scope);
      if (!isOwn) {
        connection.flush();
        stopWaiting = giveUpInTime(connection);
      }
      plain.prepare.call(this, connection);
    },
    // The first row and the first completed command are those of the prelude.
    handleDataRow(message) {
      if (isPrelude) stopWaiting();
      else plain.handleDataRow.call(this, message);
    },
    handleCommandComplete(message, connection) {
      if (!isPrelude) plain.handleCommandComplete.call(this, message, connection);
      isPrelude = false;
    },
    handleError(error, connection) {
      stopWaiting();
      plain.handleError.call(this, error, connection);
    },
  };
}

function sendPrelude(connection: ServerConnection, scope: string | undefined): void {
  const isOwn = isExclusive(connection);
  const name = isOwn ? STATEMENT : "";
  if (!knowsStatement.has(connection)) connection.parse({ text: preludeOf(isOwn, scope), name });
  if (isOwn) knowsStatement.add(connection);
  connection.bind({ statement: name, values: scope === undefined ? [] : [scope] });
  connection.execute({ portal: "", rows: 0 });
}
