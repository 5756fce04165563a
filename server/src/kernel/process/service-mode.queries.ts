import type { Queryable } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";
import type { Mode } from "./config.ts";

export const findMode = (db: Queryable) => db.maybe<{ mode: Mode }>(sql`select mode from service_mode`);

export const insertModeIfMissing = (db: Queryable, mode: Mode) =>
  db.run(sql`
  insert into service_mode (singleton, mode, stored_at) values (true, ${mode}, now()) on conflict do nothing`);
