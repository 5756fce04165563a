import type { DatabaseSession, Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";

// The comment of the schema says how far a copy of an old data folder is, until the copy is the database.

/** How far the copy is, if the database is one, and whether the database contains anything. */
export const findCopyState = (db: Queryable) =>
  db.one<{ isUnfinished: boolean; isVerified: boolean; isEmpty: boolean }>(sql`
  select coalesce(comment = 'unfinished copy', false) as "isUnfinished",
         coalesce(comment = 'verified copy', false) as "isVerified",
         not exists (select from pg_class where relnamespace = current_schema()::regnamespace) as "isEmpty"
    from obj_description(current_schema()::regnamespace, 'pg_namespace') as comment`);

/** Removes what a copy that was interrupted has left, and marks the empty schema. */
export async function beginCopy(tx: Tx): Promise<void> {
  await tx.run(sql`drop schema public cascade`);
  await tx.run(sql`create schema public`);
  await tx.run(sql`comment on schema public is 'unfinished copy'`);
}

export const markVerified = (db: Queryable) => db.run(sql`comment on schema public is 'verified copy'`);

export const endCopy = (db: Queryable) => db.run(sql`comment on schema public is 'standard public schema'`);

/** Otherwise, the first statements are planned for empty tables. */
export const analyzeTables = (session: DatabaseSession) => session.run(sql`analyze`);
