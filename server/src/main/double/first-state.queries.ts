import type { Database, DatabaseSession } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

/**
 * All rows as they are now, kept as text in a schema of their own, and functions that bring them back. What was written since
 * has a younger transaction (`xmin`); what is missing was changed or deleted. The clock is set by its own code.
 *
 * A script, because it makes tables and functions from the list of tables. Their names come from the database.
 */
const RECORD_ROWS = sql`
create schema double;
create table double.first_state_lines (table_name text not null, line text not null);
create table double.first_state_tables (table_name text primary key, row_count bigint not null, columns text not null);
create table double.first_state_horizon (xid bigint not null);

do $record$
declare
  found record;
  looks text[];
begin
  for found in
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'service_clock'
     group by c.relname
  loop
    execute format('insert into double.first_state_lines select %L, t::text from public.%I t', found.name, found.name);
    execute format('insert into double.first_state_tables select %L, count(*), %L from public.%I',
                   found.name, found.columns, found.name);
    looks := looks || format(
      'select %L::text, count(*), count(*) filter (where xmin::text::bigint > $1) from public.%I', found.name, found.name);
  end loop;
  execute format(
    'create function double.look(bigint) returns table (name text, total bigint, younger bigint) language plpgsql as %L',
    'begin return query ' || array_to_string(looks, ' union all ') || '; end');
end
$record$;
create index on double.first_state_lines (table_name);

create function double.restore() returns integer language plpgsql as $restore$
declare
  horizon bigint := (select xid from double.first_state_horizon);
  changed record;
  tables integer := 0;
begin
  -- The rows fitted together when they were recorded, so foreign keys need no check in between.
  perform set_config('session_replication_role', 'replica', true);
  for changed in
    select look.name, look.total - look.younger as remaining, t.row_count, t.columns
      from double.look(horizon) look
      join double.first_state_tables t on t.table_name = look.name
     where look.younger > 0 or look.total <> t.row_count
  loop
    execute format('delete from public.%I where xmin::text::bigint > %s', changed.name, horizon);
    if changed.remaining < changed.row_count then
      execute format(
        'insert into public.%1$I (%2$s) overriding system value
         select %2$s
           from (select (l.line::public.%1$I).* from double.first_state_lines l
                  where l.table_name = %1$L
                    and not exists (select from public.%1$I k where k::text = l.line)
                 offset 0) missing', changed.name, changed.columns);
    end if;
    tables := tables + 1;
  end loop;
  update double.first_state_horizon set xid = pg_current_xact_id()::text::bigint;
  return tables;
end
$restore$;

insert into double.first_state_horizon select pg_current_xact_id()::text::bigint;
analyze;`;

/** Records the rows of every table. The service must not run. */
export const recordRows = (session: DatabaseSession): Promise<void> => session.script(RECORD_ROWS.text);

/** PostgreSQL's templates are copied when databases are made, and a double has one: a third of its files. */
export async function dropTemplates(session: DatabaseSession): Promise<void> {
  await session.run(sql`update pg_database set datistemplate = false where datistemplate`);
  for (const drop of [sql`drop database if exists template0`, sql`drop database if exists template1`])
    await session.run(drop);
}

/** Puts every row back. Returns how many tables had changed. Nothing else may write meanwhile. */
export const restoreRows = (database: Database) =>
  database.transaction((tx) => tx.one<{ tables: number }>(sql`select double.restore() as tables`));
