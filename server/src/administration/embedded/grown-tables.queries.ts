import type { Queryable } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** A table's name, as SQL writes it. */
export interface GrownTable {
  readonly name: string;
}

/**
 * Tables of at least five pages that have grown by a fifth since they were last vacuumed, at most `limit`. The embedded
 * database keeps no counts of changed rows.
 */
export const grownTables = (db: Queryable, limit: number) =>
  db.many<GrownTable>(sql`
  select format('%I', c.relname) as name from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     and pg_relation_size(c.oid) / current_setting('block_size')::bigint > greatest(c.relpages * 1.2, 4)
   order by c.relname limit ${limit}`);

/** Makes room of dead rows usable, and counts what the planner needs to know. Not in a transaction. */
export const vacuum = (db: Queryable, { name }: GrownTable) =>
  db.run(sql`vacuum (analyze) ${{ text: name, values: [] }}`);
