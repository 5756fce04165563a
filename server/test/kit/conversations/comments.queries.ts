import { plusMs } from "#kernel/clock/clock.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import { idAt, type OrganizationId } from "#kernel/values/ids.ts";

/** As if so many comments had been written. */
export const setCommentCount = (db: Queryable, organizationId: OrganizationId, threadId: string, count: number) =>
  db.run(sql`
  update comment_threads set comments = ${count} where organization_id = ${organizationId} and thread_id = ${threadId}`);

export const storedBody = (db: Queryable, organizationId: OrganizationId, commentId: string) =>
  db.one<{ body: string | null }>(sql`
  select body from comments where organization_id = ${organizationId} and comment_id = ${commentId}`);

/** Changes and deletes a comment, as a bug of the service would. */
export const rewriteComment = (db: Queryable, organizationId: OrganizationId, commentId: string) =>
  db.run(
    sql`update comments set body = 'Other' where organization_id = ${organizationId} and comment_id = ${commentId}`,
  );
export const removeComment = (db: Queryable, organizationId: OrganizationId, commentId: string) =>
  db.run(sql`delete from comments where organization_id = ${organizationId} and comment_id = ${commentId}`);

/** Conversations with so many comments each. */
export async function fillComments(
  db: Queryable,
  organizationId: OrganizationId,
  { authorId, end, threads, each }: { authorId: string; end: Date; threads: number; each: number },
): Promise<void> {
  const ids = Array.from({ length: threads }, (_, index) => idAt(plusMs(end, -index * 1_000), 0));
  await db.run(sql`
  insert into comment_threads (organization_id, thread_id, subject, comments)
  select ${organizationId}, id, 'request', ${each}::integer from unnest(${ids}::uuid[]) as i (id)`);
  await db.run(sql`
  insert into comments (organization_id, comment_id, thread_id, kind, author_user_id, body, mentioned_user_ids, created_at)
  select ${organizationId}, gen_random_uuid(), id, 'comment', ${authorId}, 'Words', '{}', ${end}
    from unnest(${ids}::uuid[]) as i (id), generate_series(1, ${each}::integer)`);
  await db.run(sql`analyze comments`);
  await db.run(sql`analyze comment_threads`);
}
