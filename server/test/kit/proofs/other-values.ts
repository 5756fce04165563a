import assert from "node:assert/strict";
import type { RolePassword } from "./password-of-the-role.ts";

/** Other values of a column, as SQL over its row `t`: those of its constraint, one of its type, or none. */
export async function otherValues(mallory: RolePassword, table: string, column: string): Promise<readonly string[]> {
  const [found] = await mallory.rows<{ type: string; checks: string }>(
    `select coalesce(nullif(y.typbasetype, 0), y.oid)::regtype::text as type,
            coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
                       where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any (k.conkey)), '') as checks
       from pg_attribute a join pg_type y on y.oid = a.atttypid where a.attrelid = $1::regclass and a.attname = $2`,
    [table, column],
  );
  assert.ok(found, `${table}.${column}`);
  const listed = [...found.checks.matchAll(/'(\w+)'::text/g)].map(([, value]) => `'${value}'`);
  const byType: Readonly<Record<string, string>> = {
    text: `coalesce(${column}, '') || 'x'`,
    uuid: "gen_random_uuid()",
    boolean: `not coalesce(${column}, false)`,
    integer: `coalesce(${column}, 0) + 1`,
    bigint: `coalesce(${column}, 0) + 1`,
    date: `coalesce(${column}, current_date) + 1`,
    jsonb: `'{"other": true}'::jsonb`,
    bytea: "sha256(gen_random_uuid()::text::bytea)",
    "text[]": `array['other']`,
    "timestamp with time zone": `coalesce(${column}, now()) + interval '1 day'`,
  };
  const ofType = byType[found.type];
  return [...(found.type === "text" ? listed : []), ...(ofType === undefined ? [] : [ofType]), "null"];
}

/** What the role may do to each table. */
export const privilegesOf = (mallory: RolePassword) =>
  mallory.rows<Privileges>(`
    select c.relname as name, has_table_privilege(c.oid, 'insert') as inserts, has_table_privilege(c.oid, 'delete') as deletes,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                    and has_column_privilege(c.oid, a.attnum, 'update') order by a.attnum) as updates,
           array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
                  where i.indrelid = c.oid and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)) as key
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`);

export interface Privileges {
  readonly name: string;
  readonly inserts: boolean;
  readonly deletes: boolean;
  /** The columns that it may change. */
  readonly updates: readonly string[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
}
