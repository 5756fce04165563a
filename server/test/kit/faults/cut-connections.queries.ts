import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

/** Ends all connections to the database except its own, as a restart of the server does. */
export const endConnections = (owner: Queryable) =>
  owner.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`);
