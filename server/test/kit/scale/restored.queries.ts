import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

/** The payments among these IDs that a database contains. */
export const paymentsAmong = async (db: Queryable, ids: readonly string[]): Promise<readonly string[]> =>
  (
    await db.many<{ id: string }>(sql`
    select transaction_id as id from transactions where transaction_id = any (${[...ids]}::uuid[])`)
  ).map(({ id }) => id);

/** Ledger entries, which never change, as text. */
export const ledgerEntriesOf = async (db: Queryable): Promise<ReadonlySet<string>> =>
  new Set(
    (await db.many<{ entry: string }>(sql`select row(e.*)::text as entry from ledger_entries e`)).map(
      ({ entry }) => entry,
    ),
  );

/** A commit that background work has not processed since that time. */
export const addOutboxRow = (db: Queryable, at: Date) =>
  db.run(sql`
  insert into outbox (organization_id, topic, ids)
  values (gen_random_uuid(), 'audit', array[(lpad(to_hex(${at.getTime()}::bigint), 12, '0') || '70008000000000000000')::uuid])`);

/** Begins the next file of the log, so that the current one is archived. */
export const switchLog = (db: Queryable) => db.run(sql`select pg_switch_wal()`);

export const archiveFailures = async (db: Queryable): Promise<bigint> =>
  (await db.one<{ failed: bigint }>(sql`select failed_count as failed from pg_stat_archiver`)).failed;
