import type { DatabaseSession, Queryable, Tx } from "./database.ts";
import { type Sql, sql } from "./sql.ts";

export const createMigrationTable = async (db: Queryable) => {
  await db.run(sql`
  create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    serves_from text
  )`);
  await db.run(sql`
  create table if not exists schema_migration_steps (
    version integer not null,
    step integer not null,
    last_key text,
    done_at timestamptz,
    primary key (version, step)
  )`);
};

/**
 * Held until the transaction ends: migrators wait for each other, without limit, as their statements run. Readers do not
 * wait, and neither does the recording of applied migrations.
 */
export const lockMigrations = (tx: Tx) =>
  tx.script(`
  set local statement_timeout = 0;
  lock table schema_migrations in share update exclusive mode`);

/** For a transaction that only holds the lock while another connection works. */
export const stayIdle = (tx: Tx) => tx.run(sql`set local idle_in_transaction_session_timeout = 0`);

/** Statements that wait longer for a lock fail with 55P03. */
export const limitLockWait = (tx: Tx, limitMs: number) => tx.script(lockLimit(limitMs));

/** Runs a migration's statement, which may wait that long for each lock. In one round trip: a new database runs hundreds. */
export const runStatement = (tx: Tx, text: string, limitMs: number) => tx.script(`${lockLimit(limitMs)};\n${text}`);

const lockLimit = (limitMs: number): string => `set local lock_timeout = '${Math.ceil(limitMs)}ms'`;

export const appliedMigrations = (db: Queryable) =>
  db.many<{ version: number; name: string; checksum: string }>(
    sql`select version, name, checksum from schema_migrations order by version`,
  );

export const findServesFrom = (db: Queryable) =>
  db.many<{ servesFrom: string }>(
    sql`select serves_from as "servesFrom" from schema_migrations where serves_from is not null`,
  );

export const recordMigration = (
  tx: Tx,
  {
    version,
    name,
    checksum,
    servesFrom,
  }: { version: number; name: string; checksum: string; servesFrom?: string | undefined },
) =>
  tx.run(sql`
  insert into schema_migrations (version, name, checksum, serves_from)
  values (${version}, ${name}, ${checksum}, ${servesFrom ?? null})`);

/** How far a migration without a transaction has come. */
export interface StepRow {
  readonly step: number;
  /** The last key of the last batch, as the statement returned it. */
  readonly lastKey: string | null;
  readonly isDone: boolean;
}

export const startedSteps = (db: Queryable, version: number) =>
  db.many<StepRow>(sql`
  select step, last_key as "lastKey", done_at is not null as "isDone"
    from schema_migration_steps where version = ${version} order by step`);

export const recordStep = (
  db: Queryable,
  { version, step, lastKey, isDone }: { version: number; step: number; lastKey: string | null; isDone: boolean },
) =>
  db.run(sql`
  insert into schema_migration_steps (version, step, last_key, done_at)
  values (${version}, ${step}, ${lastKey}, case when ${isDone}::boolean then now() end)
  on conflict (version, step) do update set last_key = excluded.last_key, done_at = excluded.done_at`);

/** Whether the index is complete; undefined if there is none of this name. */
export const findIndexState = (session: DatabaseSession, name: string) =>
  session.maybe<{ isValid: boolean }>(
    sql`select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`,
  );

/** An index whose creation was interrupted. The name comes from a migration of ours. */
export const dropUnfinishedIndex = (session: DatabaseSession, name: string) =>
  session.run(sql`drop index concurrently if exists ${identifierOf(name)}`);

/** The name is a word of ours, so it needs no quotes. */
const identifierOf = (name: string): Sql => ({ text: name, values: [] });

/** Runs one batch of a migration's statement. It returns the last key of the batch, or no row after the last one. */
export const runBatch = (tx: Tx, statement: string, lastKey: string | null) =>
  tx.maybe<{ last_key: string | null }>({ text: statement, values: [lastKey] });

/** Other transactions that have been open for longer than a second: one of them holds a lock that a migration needs. */
export const findOldTransactions = (db: Queryable) =>
  db.many<{ pid: number; application: string; state: string; seconds: number }>(sql`
  select pid, coalesce(nullif(application_name, ''), 'unnamed') as application, coalesce(state, 'unknown') as state,
         extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and xact_start < clock_timestamp() - interval '1 second'
   order by xact_start limit 3`);
