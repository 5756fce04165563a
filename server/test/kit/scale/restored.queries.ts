import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";

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
