import type { Queryable } from "#kernel/sql/database.ts";
import { type Sql, sql } from "#kernel/sql/sql.ts";
import type { AnyStateTable } from "#kernel/states/state-table.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** A name of the schema, which comes from a state table. */
const name = (text: string): Sql => {
  if (!/^[a-z_]+$/.test(text)) throw new TypeError(`Not a name: ${text}`);
  return { text, values: [] };
};

const listed = (parts: readonly Sql[]): Sql =>
  parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}, ${part}`), sql``);

/** The check that lists the states: of the column, or of its domain. */
export const listOfStates = (db: Queryable, { table, column }: AnyStateTable) =>
  db.one<{ definition: string }>(sql`
  select pg_get_constraintdef(c.oid) as definition
    from pg_attribute a
    join pg_constraint c on c.contype = 'c' and c.convalidated
     and (c.contypid = a.atttypid or (c.conrelid = a.attrelid and c.conname = ${`${table}_${column}_check`}::text))
   where a.attrelid = ${table}::regclass and a.attname = ${column}::text and (c.contypid = a.atttypid or c.contypid = 0)`);

/** The condition of the check that ties columns to the state; undefined where there is none. */
export const columnsOfStateCheck = (db: Queryable, { table, column }: AnyStateTable) =>
  db.maybe<{ condition: string }>(sql`
  select pg_get_expr(conbin, conrelid) as condition from pg_constraint
   where conrelid = ${table}::regclass and conname = ${`${table}_columns_of_${column}`}::text and convalidated`);

const typesOf = (db: Queryable, table: string) =>
  db.many<{ column: string; type: string }>(sql`
  select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
   where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`);

/** A value of each type that is tied to a state. */
const samples: Readonly<Record<string, Sql>> = {
  "timestamp with time zone": sql`now()`,
  uuid: sql`gen_random_uuid()`,
  text: sql`'some'::text`,
  date: sql`current_date`,
  bigint: sql`1::bigint`,
  integer: sql`1`,
  bytea: sql`''::bytea`,
};

async function sampleOf(db: Queryable, table: string): Promise<(column: string) => { value: Sql; empty: Sql }> {
  const types = new Map((await typesOf(db, table)).map((row) => [row.column, row.type]));
  return (column) => {
    const type = types.get(column) ?? "";
    const value = samples[type];
    if (value === undefined) throw new TypeError(`${table}.${column} is of type "${type}": add one to samples`);
    return { value, empty: sql`null::${{ text: type, values: [] }}` };
  };
}

/** Whether the condition holds for a row in this state with only these columns set. */
export async function holds(
  db: Queryable,
  table: AnyStateTable,
  { condition, state, set }: { readonly condition: string; readonly state: string; readonly set: ReadonlySet<string> },
): Promise<boolean> {
  const of = await sampleOf(db, table.table);
  const columns = Object.keys(table.columns).map(
    (column) => sql`${set.has(column) ? of(column).value : of(column).empty} as ${name(column)}`,
  );
  const row = listed([sql`${state}::text as ${name(table.column)}`, ...columns]);
  const { result } = await db.one<{ result: boolean }>(
    sql`select (${{ text: condition, values: [] }}) as result from (select ${row}) as one`,
  );
  return result;
}

export interface StoredRow {
  readonly key: string;
  readonly id: string;
}

/** The stored state, and whether the row has expired. */
export const storedState = (db: Queryable, { table, column, byTheClock }: AnyStateTable, { key, id }: StoredRow) =>
  db.one<{ state: string; expired: boolean }>(sql`
  select ${name(column)} as state, ${byTheClock === undefined ? sql`false` : sql`expires_at < '2001-01-01'`} as expired
    from ${name(table)} where ${name(key)} = ${id}::uuid`);

/** The row has expired, in any state. */
export const endTime = (db: Queryable, { table }: AnyStateTable, { key, id }: StoredRow) =>
  db.run(sql`update ${name(table)} set expires_at = '2000-01-01' where ${name(key)} = ${id}::uuid`);

/** The row of the latest invite, which the API names by its secret. */
export const latestInvite = (db: Queryable, organizationId: OrganizationId) =>
  db.one<{ id: string }>(sql`
  select invite_row_id as id from recipient_invites where organization_id = ${organizationId}
   order by invite_row_id desc limit 1`);
