import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** How the tables of a cluster are placed: `h` by organization, `n` on every node, or null on the coordinator only. */
export const placements = (db: Queryable) =>
  db.many<{ table: string; method: string | null; group: number | null; of_organization: boolean }>(sql`
  select c.relname::text as "table", p.partmethod::text as method, p.colocationid as "group",
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as of_organization
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   order by c.relname`);

/** The port of the worker that has an organization's rows. */
export const workerPortOf = async (db: Queryable, organizationId: OrganizationId): Promise<number> =>
  (
    await db.one<{ port: number }>(sql`
    select nodeport as port from citus_shards
     where table_name = 'organizations'::regclass and shardid = get_shard_id_for_distribution_column('organizations', ${organizationId}::uuid)`)
  ).port;

/** What distributing must remove from a database that was a single server's: policies, and rows on the coordinator. */
export const leftBehind = (db: Queryable) =>
  db.one<{ policies: number; protected: number; bytes: bigint }>(sql`
  select (select count(*)::int from pg_policy) as policies,
         (select count(*)::int from pg_class
           where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity) as protected,
         (select coalesce(sum(pg_relation_size(logicalrelid)), 0)::bigint from pg_dist_partition) as bytes`);
