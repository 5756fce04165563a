import type { Queryable } from "#kernel/sql/database.ts";
import { sql, uuidArray } from "#kernel/sql/sql.ts";

export interface CountedRequests {
  readonly organizationId: string;
  /** No commas, braces, or quotes: the id of a token or session, or a hash in hexadecimal. */
  readonly counter: string;
  /** How many requests to add; negative for requests that were counted and then refused. */
  readonly requests: number;
}

export interface RateCountRow {
  readonly counter: string;
  readonly minute: bigint;
  readonly requests: number;
  readonly last_at: Date;
  readonly previous_requests: number;
  readonly previous_last_at: Date;
  /** The database's clock. */
  readonly counted_at: Date;
}

/**
 * Adds requests and returns the new counts. Rows are locked in the order of their keys, so that processes cannot
 * deadlock. Time is the database's, which all processes share. If it ran backward across a minute's edge, as a failover
 * may make it do, the later minute continues; after a longer way back,
 * counting starts at zero.
 */
export const addToRateCounts = (db: Queryable, counted: readonly CountedRequests[]) =>
  db.many<RateCountRow>(sql`
  insert into rate_counts as c
         (organization_id, counter, minute, requests, last_at, previous_requests, previous_last_at)
  select k.organization_id, k.counter, floor(extract(epoch from now()) / 60)::bigint, k.requests, now(), 0, now()
    from unnest(${uuidArray(counted.map((count) => count.organizationId))}::uuid[],
                ${counted.map((count) => count.counter)}::text[],
                ${counted.map((count) => count.requests)}::integer[]) as k (organization_id, counter, requests)
   order by k.organization_id, k.counter
      on conflict (organization_id, counter) do update
     set minute = case when c.minute = excluded.minute + 1 then c.minute else excluded.minute end,
         requests = greatest(0, excluded.requests
                       + case when c.minute in (excluded.minute, excluded.minute + 1) then c.requests else 0 end),
         last_at = excluded.last_at,
         previous_requests = case when c.minute in (excluded.minute, excluded.minute + 1) then c.previous_requests
                                  when c.minute = excluded.minute - 1 then c.requests
                                  else 0 end,
         previous_last_at = case when c.minute in (excluded.minute, excluded.minute + 1) then c.previous_last_at
                                 else c.last_at end
  returning counter, minute, requests, last_at, previous_requests, previous_last_at, now() as counted_at`);

/** Counts that no limit needs any more, a bounded number at a time. */
export const deleteOldRateCounts = (db: Queryable) =>
  db.run(sql`
  delete from rate_counts
   where (organization_id, counter) in (
         select organization_id, counter from rate_counts where last_at < now() - interval '10 minutes' limit 10000)`);
