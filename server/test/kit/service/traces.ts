import type { Database } from "../../../src/kernel/sql/database.ts";
import { sql } from "../../../src/kernel/sql/sql.ts";

/** A checksum of every table: if two are equal, nothing in the database has changed. */
export async function checksumOfAllTables(database: Database): Promise<Readonly<Record<string, string>>> {
  const tables = await database.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    // The name comes from the catalog.
    const statement = {
      text: `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from "${name}" t`,
      values: [],
    };
    sums[name] = (await database.one<{ sum: string }>(statement)).sum;
  }
  return sums;
}

/** The tables that differ between two checksums. */
export const changedTables = (
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] => Object.keys(after).filter((name) => before[name] !== after[name]);
