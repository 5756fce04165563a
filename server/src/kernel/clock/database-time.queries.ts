import type { Queryable } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";

/** The clock of the database server's machine. */
export const databaseNow = (db: Pick<Queryable, "one">) => db.one<{ now: Date }>(sql`select clock_timestamp() as now`);
