import type { Queryable, Tx } from "./database.ts";
import { sql } from "./sql.ts";

export const createMigrationTable = (db: Queryable) =>
  db.run(sql`
  create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);

/** Held until the transaction ends: migrators wait for each other, and readers do not wait. */
export const lockMigrations = (tx: Tx) => tx.run(sql`lock table schema_migrations in exclusive mode`);

export const appliedMigrations = (db: Queryable) =>
  db.many<{ version: number; checksum: string }>(sql`select version, checksum from schema_migrations order by version`);

export const recordMigration = (tx: Tx, migration: { version: number; name: string; checksum: string }) =>
  tx.run(sql`
  insert into schema_migrations (version, name, checksum)
  values (${migration.version}, ${migration.name}, ${migration.checksum})`);
