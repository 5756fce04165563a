import type { Queryable } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";
import type { Mode } from "./config.ts";

export const findMode = (db: Queryable) => db.maybe<{ mode: Mode }>(sql`select mode from service_mode`);

export const insertModeIfMissing = (db: Queryable, mode: Mode) =>
  db.run(sql`
  insert into service_mode (singleton, mode, stored_at) values (true, ${mode}, now()) on conflict do nothing`);

/**
 * Whether processes of an older version may still serve: for a day after a migration was applied to a database that was in
 * use. The first start of the service writes the mode, after the migrations.
 */
export const mayOlderVersionsServe = async (db: Queryable, migration: number): Promise<boolean> => {
  const { may } = await db.one<{ may: boolean }>(sql`
  select exists (select from schema_migrations m, service_mode s
                  where m.version = ${migration} and m.applied_at > s.stored_at and m.applied_at > now() - interval '1 day') as may`);
  return may;
};
