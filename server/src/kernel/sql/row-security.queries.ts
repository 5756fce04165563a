import type { Queryable, Tx } from "./database.ts";
import { sql } from "./sql.ts";

export interface UnprotectedTable {
  readonly name: string;
  readonly isView: boolean;
}

/** Tables of organizations without the policy, and views that do not run with the reader's rights; names are quoted. */
export const findUnprotected = (db: Queryable, policy: string) =>
  db.many<UnprotectedTable>(sql`
  select c.oid::regclass::text as name, c.relkind = 'v' as "isView" from pg_class c
   where c.relnamespace = current_schema()::regnamespace
     and case c.relkind
           when 'v' then not coalesce('security_invoker=true' = any (c.reloptions), false)
           else c.relkind in ('r', 'p')
             and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')
             and not (c.relrowsecurity
                      and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = ${policy}))
         end
   order by c.oid`);

export const readAsCaller = (tx: Tx, quotedName: string) =>
  tx.run(sql`alter view ${{ text: quotedName, values: [] }} set (security_invoker = true)`);

/** Policies of earlier versions are dropped in the same transaction. */
export const replacePolicy = (
  tx: Tx,
  quotedName: string,
  {
    policy,
    condition,
    checksInserts,
  }: { readonly policy: string; readonly condition: string; readonly checksInserts: boolean },
) =>
  tx.script(`
do $$
declare
  v_policy text;
begin
  for v_policy in select polname from pg_policy where polrelid = '${quotedName}'::regclass loop
    execute format('drop policy %I on ${quotedName}', v_policy);
  end loop;
end $$;
create policy ${policy} on ${quotedName} using (${condition});
${checksInserts ? "" : `create policy ${policy}_inserts on ${quotedName} for insert with check (true);`}
alter table ${quotedName} enable row level security`);
