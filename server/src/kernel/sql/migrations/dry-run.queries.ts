import type { Queryable } from "../database.ts";
import { sql } from "../sql.ts";

/** A table or view of the schema, with its size in bytes. */
export interface RelationSize {
  readonly name: string;
  readonly tableBytes: bigint;
  readonly indexBytes: bigint;
  /** As of the last analysis. */
  readonly rows: bigint;
}

export const findSizes = (db: Queryable) =>
  db.many<RelationSize>(sql`
  select relname::text as name,
         case when relkind = 'v' then 0 else pg_table_size(oid) end as "tableBytes",
         case when relkind = 'v' then 0 else pg_indexes_size(oid) end as "indexBytes",
         greatest(reltuples, 0)::bigint as rows
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')`);

/** What a statement can change about a table: its file (a rewrite), how often it was scanned, and its indexes. */
export interface RelationState {
  readonly name: string;
  readonly file: string;
  readonly scans: bigint;
  readonly indexes: number;
}

export const findStates = (db: Queryable) =>
  db.many<RelationState>(sql`
  select c.relname::text as name, c.relfilenode::text as file, coalesce(s.seq_scan, 0)::bigint as scans,
         (select count(*)::int from pg_index i where i.indrelid = c.oid) as indexes
    from pg_class c left join pg_stat_xact_user_tables s on s.relid = c.oid
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
   order by c.relname`);

/** The locks of the current transaction on tables and views. */
export const findOwnLocks = (db: Queryable) =>
  db.many<{ name: string; mode: string }>(sql`
  select c.relname::text as name, l.mode
    from pg_locks l join pg_class c on c.oid = l.relation
   where l.locktype = 'relation' and l.pid = pg_backend_pid() and l.granted
     and c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
   order by c.relname`);

/** The tables of indexes by the index's name. */
export const findIndexTables = (db: Queryable) =>
  db.many<{ name: string; table: string }>(sql`
  select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table from pg_index i
    join pg_class c on c.oid = i.indrelid where c.relnamespace = current_schema()::regnamespace`);
