import type { Queryable, Tx } from "../kernel/sql/database.ts";
import { sql } from "../kernel/sql/sql.ts";

/** Processes that start at the same time wait for each other here; readers do not wait. */
export const lockOrganizations = (tx: Tx) => tx.run(sql`lock table organizations in share row exclusive mode`);

export const anyOrganization = (db: Queryable) =>
  db.one<{ found: boolean }>(sql`select exists (select 1 from organizations) as found`);
