import { present } from "#kernel/assert.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { quoteIdentifier } from "#kernel/sql/serving-role.queries.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";

/**
 * A table of the schema and its columns, in their order. Generated columns are computed again by the target. Unlogged
 * tables are left out: what they contain may be lost at any time.
 */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly identity: boolean }[];
  /** Tables that its rows refer to. */
  readonly needs: readonly string[];
}

/** Tables that each database writes itself: what was migrated there, and which roles serve. */
const ofEachDatabase = ["schema_migrations", "schema_migration_steps", "serving_roles"];

export const schemaTables = (db: Queryable) =>
  db.many<CopiedTable>(sql`
  select c.relname::text as name,
         (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                                            'identity', a.attidentity <> '') order by a.attnum)
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         coalesce((select json_agg(distinct f.relname) from pg_constraint k join pg_class f on f.oid = k.confrelid
                    where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as needs
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relpersistence = 'p'
     and not c.relname = any (${ofEachDatabase}::text[])
   order by 1`);

/** A part of a statement made of quoted names and types of the catalog, never of values. */
const listOf = (parts: readonly string[]): Sql => ({ text: parts.join(", "), values: [] });
const nameOf = ({ name }: { readonly name: string }): Sql => listOf([quoteIdentifier(name)]);
const columnsOf = ({ columns }: CopiedTable): Sql => listOf(columns.map(({ name }) => quoteIdentifier(name)));

export interface TableSum {
  readonly rows: bigint;
  /** The sum of the rows' SHA-256, each taken as two numbers of 60 bits: independent of their order. */
  readonly sum: string;
}

/** Call after `readAlike`. The sum covers each column as text. */
export const sumOfTable = (tx: Tx, table: CopiedTable) =>
  tx.one<TableSum>(sql`
  select count(*) as rows,
         coalesce(sum(('x' || substr(digest, 1, 15))::bit(60)::bigint), 0) || '.' ||
         coalesce(sum(('x' || substr(digest, 16, 15))::bit(60)::bigint), 0) as sum
    from (select encode(sha256(convert_to(row(${columnsOf(table)})::text, 'UTF8')), 'hex') as digest
            from ${nameOf(table)}) as digests`);

export const hasRows = async (db: Queryable, table: CopiedTable): Promise<boolean> =>
  (await db.many(sql`select 1 from ${nameOf(table)} limit 1`)).length > 0;

/** The largest row in bytes, compressed as stored. */
export const largestRow = async (db: Queryable, table: CopiedTable): Promise<number> =>
  (
    await db.one<{ bytes: number }>(sql`
    select coalesce(max(pg_column_size(t.*)), 0) as bytes from ${nameOf(table)} t`)
  ).bytes;

/** Settings of this transaction under which both servers write values as the same text, for as long as it takes. */
export const readAlike = (tx: Tx) =>
  tx.run(sql`
  select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
         set_config('intervalstyle', 'postgres', true), set_config('bytea_output', 'hex', true),
         set_config('extra_float_digits', '1', true), set_config('statement_timeout', '0', true),
         set_config('idle_in_transaction_session_timeout', '0', true)`);

export const openCursor = (tx: Tx, table: CopiedTable) => {
  const texts = table.columns.map(({ name }, index) => `${quoteIdentifier(name)}::text as c${index}`);
  return tx.run(sql`declare copied no scroll cursor for select ${listOf(texts)} from ${nameOf(table)}`);
};

type TextRow = Readonly<Record<string, string | null>>;

/** The next rows, every value as text. */
export const fetchers = {
  1: (tx: Tx) => tx.many<TextRow>(sql`fetch 1 from copied`),
  20: (tx: Tx) => tx.many<TextRow>(sql`fetch 20 from copied`),
  500: (tx: Tx) => tx.many<TextRow>(sql`fetch 500 from copied`),
} as const;

export const closeCursor = (tx: Tx) => tx.run(sql`close copied`);

/** Inserts rows that were fetched. Plain inserts, which a distributed table accepts, too. */
export function insertRows(tx: Tx, table: CopiedTable, rows: readonly TextRow[]): Promise<number> {
  const typed = listOf(table.columns.map(({ type }, index) => `c${index}::${type}`));
  const names = listOf(table.columns.map((_, index) => `c${index}`));
  const values = table.columns.map((_, index) => rows.map((row) => row[`c${index}`] ?? null));
  const lists = values.reduce<Sql | undefined>(
    (joined, list) => (joined === undefined ? sql`${list}::text[]` : sql`${joined}, ${list}::text[]`),
    undefined,
  );
  return tx.run(sql`
  insert into ${nameOf(table)} (${columnsOf(table)}) overriding system value
  select ${typed} from unnest(${present(lists, "a table has columns")}) as copied (${names})`);
}

/** The last value that an identity column gave, and whether it gave one. */
export const sequenceState = (db: Queryable, table: string, column: string) =>
  db.one<{ last_value: bigint }>(sql`
  select coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(${table}), ${column})::regclass), 0) as last_value`);

/** The next value follows this one. */
export const continueSequence = (tx: Tx, { table, column, after }: { table: string; column: string; after: bigint }) =>
  tx.run(sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${after.toString()}::bigint)`);
