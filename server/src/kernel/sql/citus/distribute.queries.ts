import type { Queryable, Tx } from "../database.ts";
import { sql } from "../sql.ts";

/** Whether this database is the coordinator of a Citus cluster, and not on a single server. */
export const isCluster = async (db: Queryable): Promise<boolean> =>
  (await db.one<{ found: boolean }>(sql`select exists (select from pg_extension where extname = 'citus') as found`))
    .found;

interface LocalTable {
  readonly name: string;
  /** Rows belong to an organization, whose worker gets them. */
  readonly is_of_organization: boolean;
}

/** Our tables that only this node has, organizations first: the other tables are placed with it. */
export const localTables = (db: Queryable) =>
  db.many<LocalTable>(sql`
  select c.relname::text as name,
         exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as is_of_organization
    from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
   order by c.relname <> 'organizations', c.oid`);

/** Tables with row-level security, which a single server had before it became a coordinator. */
export const protectedTables = (db: Queryable) =>
  db.many<{ name: string }>(sql`
  select relname::text as name from pg_class
   where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relrowsecurity`);

/**
 * Citus copies the rows of most multi-row inserts to their worker with COPY, which PostgreSQL refuses for tables with
 * row-level security (docs/adr/0066-citus.md).
 */
export async function removeRowSecurity(tx: Tx, table: string): Promise<void> {
  const policies = await tx.many<{ statement: string }>(sql`
    select format('drop policy %I on %I', polname, ${table}::text) as statement
      from pg_policy where polrelid = to_regclass(${table}::text)`);
  for (const { statement } of policies) await tx.script(statement);
  const { off } = await tx.one<{ off: string }>(
    sql`select format('alter table %I disable row level security', ${table}::text) as off`,
  );
  await tx.script(off);
}

export const distributeByOrganization = (tx: Tx, table: string, placedWith: string) =>
  tx.run(sql`select create_distributed_table(${table}::text, 'organization_id', colocate_with => ${placedWith}::text)`);

/** Distributed tables whose rows from before are still on the coordinator's disk, where nothing reads them any more. */
export const tablesWithOldRows = (db: Queryable) =>
  db.many<{ name: string }>(sql`
  select c.relname::text as name from pg_class c join pg_dist_partition p on p.logicalrelid = c.oid
   where c.relnamespace = current_schema()::regnamespace and pg_relation_size(c.oid) > 0
   order by c.oid`);

/** Also of the tables that refer to it, which are distributed as well. */
export const removeOldRows = (tx: Tx, table: string) =>
  tx.run(sql`select truncate_local_data_after_distributing_table(${table}::text::regclass)`);

/** The sizes of distributed tables with their indexes, in bytes, on all nodes. */
export const distributedSizes = (db: Queryable) =>
  db.many<{ name: string; bytes: bigint }>(sql`
  select c.relname::text as name, sum(s.shard_size)::bigint as bytes
    from citus_shards s join pg_class c on c.oid = s.table_name
   where c.relnamespace = current_schema()::regnamespace
   group by c.relname`);

export const copyToEveryNode = (tx: Tx, table: string) => tx.run(sql`select create_reference_table(${table}::text)`);

interface StoredFunction {
  /** With the types of its arguments. */
  readonly name: string;
  readonly definition: string;
  readonly is_distributed: boolean;
}

/** Our functions whose first argument is an organization. */
export const functionsOfOrganizations = (db: Queryable) =>
  db.many<StoredFunction>(sql`
  select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition,
         exists (select from pg_dist_object o
                  where o.classid = 'pg_proc'::regclass and o.objid = p.oid and o.distribution_argument_index is not null) as is_distributed
    from pg_proc p
   where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f' and p.proargnames[1] = 'p_organization_id'`);

export const runOnWorkerOf = (tx: Tx, name: string) =>
  tx.run(sql`
  select create_distributed_function(${name}::regprocedure, 'p_organization_id', colocate_with => 'organizations',
                                     force_delegation => true)`);

export const replaceFunction = (tx: Tx, definition: string) => tx.script(definition);

/**
 * Positions of the outbox, from the clock of the server that inserts, in microseconds, and ten random bits. Sequences of
 * a cluster give each worker numbers of its own range, so an organization that moves could get smaller ones than before.
 * Two rows of one topic with the same position are a conflict, which is retried (isConflict).
 */
export async function positionByClock(tx: Tx): Promise<void> {
  await tx.run(sql`alter table outbox alter position drop identity if exists`);
  await tx.run(sql`
  alter table outbox alter position
    set default (((extract(epoch from clock_timestamp()) - 1700000000) * 1000000)::bigint * 1024 + floor(random() * 1024)::bigint)`);
}

/** Our function that computes a row's digest, if there is none that Citus knows. */
export const missingRecordBytes = (db: Queryable) =>
  db.many<{ name: string }>(sql`
  select 'record_bytes(record)'::text as name where not exists (
    select from pg_proc p join pg_dist_object o on o.classid = 'pg_proc'::regclass and o.objid = p.oid
     where p.pronamespace = current_schema()::regnamespace and p.proname = 'record_bytes')`);

/** On every node: `record_send`, declared as immutable (cluster-statements.ts). */
export async function createRecordBytes(tx: Tx): Promise<void> {
  await tx.script(`
  create or replace function record_bytes(record) returns bytea language plpgsql immutable strict parallel safe
    as 'begin return pg_catalog.record_send($1); end'`);
  await tx.run(sql`select create_distributed_function('record_bytes(record)')`);
}

/** Views that look up a row for each row as `limit 1`. */
export const viewsWithLookUps = (db: Queryable) =>
  db.many<{ name: string; definition: string }>(sql`
  select c.relname::text as name, pg_get_viewdef(c.oid) as definition from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v' and pg_get_viewdef(c.oid) ~ 'LIMIT 1\\)'`);

/** A look-up by a key finds one row without a limit, too, and as a plain join it is of the organization of the outer row. */
export const replaceView = (tx: Tx, { name, definition }: { readonly name: string; readonly definition: string }) =>
  tx.script(
    `create or replace view ${name} with (security_invoker = true) as ${definition.replaceAll("LIMIT 1)", ")")}`,
  );
