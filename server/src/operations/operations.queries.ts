import type { Queryable } from "../kernel/sql/database.ts";
import { sql } from "../kernel/sql/sql.ts";

export const answers = (db: Queryable) => db.one<{ one: number }>(sql`select 1 as one`);
