import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

export const rateCountOf = (db: Queryable, { organizationId, id }: { organizationId: string; id: string }) =>
  db.maybe<{ requests: number }>(sql`
  select requests from rate_counts where organization_id = ${organizationId} and counter = ${id}`);

/** The minute in which the database counts requests now. */
export const rateMinute = (db: Queryable) =>
  db.one<{ minute: bigint }>(sql`select floor(extract(epoch from now()) / 60)::bigint as minute`);

/** As if the last requests had been counted so many minutes earlier. */
export const ageRateCounts = (db: Queryable, minutes: number) =>
  db.run(sql`
  update rate_counts
     set minute = minute - ${minutes}::integer, last_at = last_at - make_interval(mins => ${minutes}::integer),
         previous_last_at = previous_last_at - make_interval(mins => ${minutes}::integer)`);
