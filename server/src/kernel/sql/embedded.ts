import { PGlite, type Transaction } from "@electric-sql/pglite";
import { AssertionFailure } from "../assert.ts";
import { commitHooks, type Database, queryable, type RowSource, retryingConflicts } from "./database.ts";
import type { Sql } from "./sql.ts";

/** Object ids of the types that are parsed into our own JavaScript types, as in postgres.ts. */
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
  /** Folder of the database, or undefined for an in-memory database (tests). The caller holds the folder's lock. */
  readonly folder?: string;
  /** Initial content: a dump of another database's files, as PGlite writes it. */
  readonly copyOf?: Blob;
}

/**
 * PostgreSQL inside this process (PGlite). It has one connection, so statements and transactions take turns. A
 * statement on the database inside a transaction would deadlock; functions called inside a transaction receive the
 * `tx`.
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
  const transaction: Database["transaction"] = (work) =>
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
    });
  const script = async (text: string) => {
    await pglite.exec(text);
  };
  return {
    kind: "embedded",
    ...queryable(source(pglite)),
    transaction,
    // The only connection; migrations have it to themselves at the start.
    session: async (work) => {
      await script("set statement_timeout = 0");
      try {
        return await work({ ...queryable(source(pglite)), script, transaction });
      } finally {
        await script("set statement_timeout = '30s'");
      }
    },
    close: () => pglite.close(),
  };
}

/**
 * A PANIC (the disk is full, so the write-ahead log cannot grow) ends a PostgreSQL server process. PGlite keeps running
 * in a broken state, and the next call never returns, which blocks the whole process. So nothing more is sent, not even
 * a rollback; every call fails with the PANIC's error until a restart recovers the files.
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
