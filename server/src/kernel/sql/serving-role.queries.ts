import type { Queryable, Tx } from "./database.ts";
import { sql } from "./sql.ts";

/** The rights of the connection's role on Bursar's tables. */
export interface StandingRow {
  readonly role: string;
  /** A superuser, or exempt from row-level security. */
  readonly unrestricted: boolean;
  /** May act as the owner of the tables; null if no tables exist yet. */
  readonly owns: boolean | null;
}

export const findRolePrivileges = (db: Queryable) =>
  db.one<StandingRow>(sql`
  select r.rolname::text as role, r.rolsuper or r.rolbypassrls as unrestricted,
         (select pg_has_role(current_user, c.relowner, 'member') from pg_class c where c.oid = to_regclass('schema_migrations')) as owns
    from pg_roles r where r.rolname = current_user`);

/** A candidate for the serving role, as the owner of the tables sees it. */
export const findRole = (db: Queryable, role: string) =>
  db.maybe<{ unrestricted: boolean; owns: boolean }>(sql`
  select r.rolsuper or r.rolbypassrls as unrestricted, pg_has_role(r.oid, c.relowner, 'member') as owns
    from pg_roles r, pg_class c
   where r.rolname = ${role} and c.oid = to_regclass('schema_migrations')`);

/** Granted roles that still exist. */
export const servingRoles = (db: Queryable) =>
  db.many<{ role: string; checksum: string }>(sql`
  select s.role_name as role, s.checksum from serving_roles s join pg_roles r on r.rolname = s.role_name order by 1`);

export const recordServingRole = (tx: Tx, role: string, checksum: string) =>
  tx.run(sql`
  insert into serving_roles (role_name, checksum) values (${role}, ${checksum})
  on conflict (role_name) do update set checksum = excluded.checksum, granted_at = now()`);

/**
 * Revokes everything that the role, or PUBLIC, may do with the current user's objects; serving-role.sql then grants
 * what is needed. Temporary tables are included: one could shadow a table of the same name.
 */
export const revokeEverything = (tx: Tx, quotedRole: string) =>
  tx.script(`
do $$
declare
  v_owned record;
  v_role constant text := ${quoteLiteral(quotedRole)};
begin
  for v_owned in
    select case when relkind = 'S' then 'sequence ' else 'table ' end || oid::regclass as name
      from pg_class
     where relnamespace = current_schema()::regnamespace and relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'S')
    union all
    select 'function ' || oid::regprocedure
      from pg_proc
     where pronamespace = current_schema()::regnamespace and proowner = current_user::regrole
  loop
    execute format('revoke all on %s from public, %s', v_owned.name, v_role);
  end loop;
  if (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = current_schema()) then
    execute format('revoke create on schema %I from public, %s', current_schema(), v_role);
    execute format('grant usage on schema %I to %s', current_schema(), v_role);
  end if;
  if (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database()) then
    execute format('revoke create, temporary on database %I from public, %s', current_database(), v_role);
  end if;
end $$`);

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;
