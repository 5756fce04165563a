import type { Queryable } from "../kernel/sql/database.ts";
import { sql } from "../kernel/sql/sql.ts";

export const answers = (db: Queryable) => db.one<{ one: number }>(sql`select 1 as one`);

/** Commits waiting per topic, and the first id of the oldest one: ids carry their instant. */
export const outboxBacklog = (db: Queryable) =>
  db.many<{ topic: string; commits: bigint; oldest_id: string | null }>(sql`
  select topic, count(*) as commits, min(ids[1]::text) as oldest_id
    from outbox
   group by topic`);
