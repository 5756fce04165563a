import { PGlite, type Transaction } from "@electric-sql/pglite";
import { AssertionFailure } from "../assert.ts";
import { commitHooks, type Database, queryable, type RowSource, retryingConflicts } from "./database.ts";
import type { Sql } from "./sql.ts";

/** Object ids of the types whose JavaScript form we choose ourselves, as in postgres.ts. */
const BYTEA = 17;
const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;
const INT8_ARRAY = 1016;

const parsers = {
  [BYTEA]: (text: string) => Buffer.from(text.slice(2), "hex"),
  [INT8]: (text: string) => BigInt(text),
  [DATE]: (text: string) => text,
  [NUMERIC]: (text: string) => text,
  [INT8_ARRAY]: (text: string) =>
    text === "{}"
      ? []
      : text
          .slice(1, -1)
          .split(",")
          .map((item) => BigInt(item)),
};

export interface EmbeddedOptions {
  /** Folder of the database, or undefined for one that lives in memory (tests). The caller holds the folder's lock. */
  readonly folder?: string;
  /** What it begins with: a dump of another one's files, as PGlite writes it. */
  readonly copyOf?: Blob;
}

/**
 * PostgreSQL inside this process (PGlite): one connection, so statements and transactions take turns. A statement on the
 * database from inside a transaction would wait for itself forever; functions inside a transaction get the `tx`.
 */
export async function openEmbedded({ folder, copyOf }: EmbeddedOptions): Promise<Database> {
  const begin = { ...(folder === undefined ? {} : { dataDir: folder }), ...(copyOf && { loadDataDir: copyOf }) };
  const pglite = stopAtPanic(await PGlite.create({ ...begin, parsers }));
  await pglite.exec("set statement_timeout = '30s'");
  const source = (client: PGlite | Transaction): RowSource => ({
    query: async (statement: Sql) => {
      const result = await client.query(statement.text, [...statement.values]);
      return { rows: result.rows, count: result.affectedRows ?? result.rows.length };
    },
  });
  return {
    kind: "embedded",
    ...queryable(source(pglite)),
    transaction: (work) =>
      retryingConflicts(async () => {
        const hooks = commitHooks();
        const result = await pglite.transaction(async (tx) => {
          const value = await work({
            inTransaction: true,
            ...hooks.ofTx,
            ...queryable(source(tx)),
            script: async (text) => {
              await tx.exec(text);
            },
          });
          await hooks.runBefore();
          return { value };
        });
        if (result === undefined) throw new AssertionFailure("The transaction ended without a result");
        hooks.runAfter();
        return result.value;
      }),
    close: () => pglite.close(),
  };
}

/**
 * A PANIC (the disk is full and the log cannot grow) ends a PostgreSQL server process. PGlite goes on with what is left of
 * it, and the next message to it never returns: the whole process stands still. So nothing is sent to it any more, not
 * even a rollback; every call fails with the PANIC's own error until the process is started again and recovers its files.
 */
function stopAtPanic(pglite: PGlite): PGlite {
  const send = pglite.execProtocolStream.bind(pglite);
  let panic: unknown;
  pglite.execProtocolStream = async (...message) => {
    if (panic !== undefined) throw panic;
    try {
      return await send(...message);
    } catch (error) {
      if (typeof error === "object" && error !== null && "severity" in error && error.severity === "PANIC")
        panic = error;
      throw error;
    }
  };
  return pglite;
}
