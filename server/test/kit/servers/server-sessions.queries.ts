import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

export interface SessionFacts {
  readonly pid: number;
  readonly statementTimeout: string;
  readonly idleTimeout: string;
  readonly jit: string;
  /** Of row-level security; null or empty without one. */
  readonly scope: string | null;
  readonly preparedStatements: number;
}

/** What the current session of the server has. */
export const SESSION_FACTS = sql`
  select pg_backend_pid() as pid, current_setting('statement_timeout') as "statementTimeout",
         current_setting('idle_in_transaction_session_timeout') as "idleTimeout", current_setting('jit') as jit,
         nullif(current_setting('bursar.organization_id', true), '') as scope,
         (select count(*)::int from pg_prepared_statements where name <> '') as "preparedStatements"`;

export const sessionFacts = (db: Queryable) => db.one<SessionFacts>(SESSION_FACTS);

/** Organizations of all recipients that the scope shows; the statement names none. */
export const visibleOrganizations = (db: Queryable) =>
  db.many<{ organization_id: string }>(sql`select distinct organization_id from recipients`);

/** Server processes of a role in this database. */
export const countServerProcesses = (db: Queryable, role: string) =>
  db.one<{ count: number }>(sql`
  select count(*)::int as count from pg_stat_activity
   where datname = current_database() and usename = ${role} and backend_type = 'client backend'`);
