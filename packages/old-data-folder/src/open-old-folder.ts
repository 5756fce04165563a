import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";

/** The rows of a statement, or how many it changed. */
export interface OldAnswer {
  readonly rows: unknown[];
  readonly count: number;
}

export interface OldConnection {
  query(text: string, values: readonly unknown[]): Promise<OldAnswer>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

/**
 * The database of an old data folder. It has one connection, so transactions take turns, and a statement on the database
 * inside a transaction would wait forever.
 */
export interface OldDatabase extends OldConnection {
  transaction<T>(work: (tx: OldConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the database. The caller holds the data folder's lock. */
export async function openOldFolder(folder: string): Promise<OldDatabase> {
  // Without this file, PGlite would create a new database in the folder.
  if (!existsSync(join(folder, "PG_VERSION"))) throw new Error("It has no PG_VERSION, with which a database begins");
  return open(folder);
}

/** Creates an empty database, as Bursar 0.1.0 would: for tests. */
export async function createOldFolder(folder: string): Promise<OldDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return open(folder);
}

async function open(folder: string): Promise<OldDatabase> {
  const pglite = stopAtPanic(await PGlite.create({ dataDir: folder, parsers }));
  return {
    ...connectionOf(pglite),
    transaction: async (work) => {
      const done = await pglite.transaction(async (tx) => ({ value: await work(connectionOf(tx)) }));
      if (done === undefined) throw new Error("The transaction ended without a result");
      return done.value;
    },
    close: () => pglite.close(),
  };
}

const connectionOf = (client: PGlite | Transaction): OldConnection => ({
  query: async (text, values) => {
    const { rows, affectedRows } = await client.query(text, [...values]);
    return { rows, count: affectedRows ?? rows.length };
  },
  script: async (text) => {
    await client.exec(text);
  },
});

/** Object IDs of the types that become the same JavaScript values as those of the service's PostgreSQL driver. */
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
  [INT8_ARRAY]: (text: string) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(BigInt)),
};

/**
 * A PANIC (the disk is full, so the write-ahead log cannot grow) ends a PostgreSQL server process. PGlite keeps running
 * in a broken state, and the next call never returns, which blocks the whole process. So nothing more is sent, not even
 * a rollback; every call fails with the PANIC's error.
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
