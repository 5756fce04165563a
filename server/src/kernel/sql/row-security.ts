import type { Database } from "./database.ts";
import { lockMigrations } from "./migrate.queries.ts";
import { SCOPE_SETTING } from "./scope.ts";

/** A policy whose condition changes gets another name, so that databases that have the older one are brought up to date. */
export const POLICY = "organization_scope_1";

const SETTING = `current_setting('${SCOPE_SETTING}', true)`;

/**
 * A row is visible, and can be changed or deleted, within the scope of its organization or of all; without a scope, never.
 *
 * Written so that no index can serve it: as `organization_id = …::uuid` it made the planner choose other indexes for
 * create_payments, which then took forty times as long. Rows are not checked when they are inserted, which would double the
 * cost: a statement that inserts cannot forget the organization (docs/adr/0021-database-roles.md).
 */
const CONDITION = `organization_id::text = ${SETTING} or ${SETTING} = '*'`;

/**
 * Puts the policy on every table whose rows belong to an organization, and lets views see what their reader may see. Later
 * tables get theirs by the migration that brings them. It does not hold for the owner of the tables, nor for superusers.
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
