import pg from "pg";
import { SCOPE_SETTING } from "./scope.ts";

const STATEMENT = "bursar_scope";
const TEXT = `select set_config('${SCOPE_SETTING}', $1, true)`;

/** The protocol messages sent here; @types/pg omits them. */
interface Connection {
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: { portal: string; rows: number }): void;
}

interface QueryInternals {
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const plain = pg.Query.prototype as unknown as QueryInternals;
const knowsStatement = new WeakSet<Connection>();

/**
 * Runs a statement within a scope in one round trip: both statements precede a single Sync, so they share an implicit
 * transaction (PostgreSQL, "Extended Query: Pipelining"), at the end of which the setting is gone.
 */
export function queryInScope(pool: pg.Pool, config: pg.QueryConfig, setting: string): Promise<pg.QueryResult> {
  let setsScope = true;
  const overrides: QueryInternals = {
    prepare(connection) {
      if (!knowsStatement.has(connection)) connection.parse({ text: TEXT, name: STATEMENT });
      knowsStatement.add(connection);
      connection.bind({ statement: STATEMENT, values: [setting] });
      connection.execute({ portal: "", rows: 0 });
      plain.prepare.call(this, connection);
    },
    // The first row and the first completed command are those of set_config.
    handleDataRow(message) {
      if (!setsScope) plain.handleDataRow.call(this, message);
    },
    handleCommandComplete(message, connection) {
      if (!setsScope) plain.handleCommandComplete.call(this, message, connection);
      setsScope = false;
    },
  };
  const query = Object.assign(new pg.Query({ ...config, queryMode: "extended" } as pg.QueryConfig), overrides);
  // The pool passes it to the client, which accepts any Submittable and calls back with the result.
  return pool.query(query as unknown as pg.QueryConfig);
}
