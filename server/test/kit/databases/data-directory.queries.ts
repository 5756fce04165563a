import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";

/** Where the test's own PostgreSQL server keeps its files. */
export const dataDirectory = (db: Queryable) =>
  db.one<{ path: string }>(sql`select current_setting('data_directory') as path`);

/** Flushes everything in memory to the files. */
export const flushToDisk = (db: Queryable) => db.run(sql`checkpoint`);
