import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";

/** As before the table existed. */
export const clearMemoWords = (db: Queryable, organizationId: OrganizationId) =>
  db.run(sql`delete from memo_words where organization_id = ${organizationId}`);

/** As an organization is that a version without deferred words has created. */
export const removeMemoConsumer = (db: Queryable, organizationId: OrganizationId) =>
  db.run(sql`delete from outbox_consumers where organization_id = ${organizationId} and topic = 'memos'`);

/** As the migration leaves it for an organization that exists already. */
export const addBackfill = (db: Queryable, organizationId: OrganizationId) =>
  db.run(sql`
  insert into memo_backfills (organization_id, pass, begins_at)
  select ${organizationId}::uuid, pass, now() - interval '1 second' from unnest('{1,2}'::smallint[]) as pass`);

/** The words of a memo "Invoice n" for each transaction. */
export const fillMemoWords = async (db: Queryable, organizationId: OrganizationId): Promise<void> => {
  await db.run(sql`
  insert into memo_words (organization_id, word, transaction_id)
  select t.organization_id, w.word, t.transaction_id
    from (select t.organization_id, t.transaction_id, row_number() over (order by t.transaction_id) as n from transactions t
           where t.organization_id = ${organizationId}) t
   cross join lateral (values ('invoice'), (t.n::text)) w (word)`);
  await db.run(sql`analyze memo_words`);
};
