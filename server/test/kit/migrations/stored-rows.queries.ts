import type { Queryable } from "../../../src/kernel/sql/database.ts";
import { type Sql, sql } from "../../../src/kernel/sql/sql.ts";

/** A digest of every table's columns and rows, by the table's name: what a process must not have changed. */
export async function storedRows(db: Queryable): Promise<Readonly<Record<string, string>>> {
  const tables = await db.many<{ name: string; columns: string }>(sql`
    select table_name::text as name, string_agg(column_name || ' ' || data_type, ', ' order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
     group by 1 order by 1`);
  const [first, ...others] = tables.map(({ name }) => digestOf(name));
  if (first === undefined) return {};
  const all = others.reduce((union, next) => sql`${union} union all ${next}`, first);
  const digests = await db.many<{ name: string; digest: string }>(all);
  return Object.fromEntries([
    ...tables.map(({ name, columns }) => [`${name} columns`, columns]),
    ...digests.map(({ name, digest }) => [name, digest]),
  ]);
}

const digestOf = (name: string): Sql => sql`
  select ${name}::text as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest
    from ${identifierOf(name)} t`;

/** The name of a table of ours, which needs no quotes. */
const identifierOf = (name: string): Sql => ({ text: name, values: [] });
