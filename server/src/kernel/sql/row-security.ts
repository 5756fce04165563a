import type { Database } from "./database.ts";
import { lockMigrations } from "./migrate.queries.ts";
import { SCOPE_SETTING } from "./scope.ts";

/** Rename the policy when its condition changes, so that existing databases are updated. */
export const POLICY = "organization_scope_3";

const SETTING = `current_setting('${SCOPE_SETTING}', true)`;

/**
 * A row is visible, and can be changed or deleted, within the scope of its organization or of all organizations;
 * without a scope, never.
 *
 * Written so that no index can serve it: as `organization_id = …::uuid`, it made the planner choose other indexes for
 * create_payments, which became forty times slower. Inserts are not checked, because that would double their cost, and
 * an insert cannot omit the organization (docs/adr/0021-database-roles.md).
 *
 * Written as \`case … <> 0\` because the planner expects nearly all rows to pass that. Of the bare comparison it expects
 * one row in a hundred, and sorted the million rows of a list instead of reading one page. The setting is read by
 * subqueries, which run once per statement instead of once per row: counting rows costs a third (ADR 0044).
 */
const CONDITION = `case when organization_id = (select nullif(nullif(${SETTING}, ''), '*')::uuid) or (select ${SETTING} = '*') then 1 else 0 end <> 0`;

/**
 * Applies the policy to every table that belongs to an organization, and makes views run with the reader's rights.
 * Migrations apply it to later tables. The owner of the tables and superusers are exempt.
 */
export async function applyRowSecurity(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await lockMigrations(tx);
    await tx.script(`
do $$
declare
  v_name text;
  v_policy text;
begin
  for v_name in
    select c.oid::regclass::text from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
       and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${POLICY}'))
  loop
    for v_policy in select polname from pg_policy where polrelid = v_name::regclass loop
      execute format('drop policy %I on %s', v_policy, v_name);
    end loop;
    execute format($policy$create policy ${POLICY} on %s using (${CONDITION}) with check (true)$policy$, v_name);
    execute format('alter table %s enable row level security', v_name);
  end loop;
  for v_name in
    select oid::regclass::text from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'v'
       and not coalesce('security_invoker=true' = any (reloptions), false)
  loop
    execute format('alter view %s set (security_invoker = true)', v_name);
  end loop;
end $$`);
  });
}
