import type { Queryable } from "../kernel/sql/database.ts";
import { sql } from "../kernel/sql/sql.ts";

export const answers = (db: Queryable) => db.one<{ one: number }>(sql`select 1 as one`);

/** Commits waiting per topic, and the first id of the oldest one: ids carry their instant. */
export const outboxBacklog = (db: Queryable) =>
  db.many<{ topic: string; commits: bigint; oldest_id: string | null }>(sql`
  select topic, count(*) as commits, min(ids[1]::text) as oldest_id
    from outbox
   group by topic`);

/** Commits whose payments' instant has come and that wait to be taken in for the bank. */
export const handOverBacklog = (db: Queryable, now: Date) =>
  db.one<{ commits: bigint }>(sql`
  select count(*) as commits from organizations o join rail_queue q on q.organization_id = o.organization_id and q.hand_over_at <= ${now}`);
