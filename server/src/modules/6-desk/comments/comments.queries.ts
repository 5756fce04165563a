import type { KeysetRange } from "#kernel/http/paging.queries.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, type Sql, sql, uuidArray } from "#kernel/sql/sql.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { CommentId, CommentRow } from "./comment.ts";
import type { Thread } from "./find-thread.ts";

const columns = sql`c.comment_id, c.kind, c.author_user_id, c.body, c.mentioned_user_ids, c.created_at`;

/** The key for paging a conversation. */
export const commentKey = sql`c.comment_id`;

/** One page of a conversation, in the order of the keyset. */
export const pageOfComments = (
  db: Queryable,
  organizationId: OrganizationId,
  { threadId, keyset }: { readonly threadId: string; readonly keyset: KeysetRange },
) =>
  db.many<CommentRow>(sql`
  select ${columns} from comments c
   where c.organization_id = ${organizationId} and c.thread_id = ${threadId} and ${keyset.condition}
   order by ${keyset.order} limit ${keyset.limit}`);

/** Whether a cursor names a comment of this conversation: for paging. */
export const commentInThread = (organizationId: OrganizationId, threadId: string, commentId: string): Sql => sql`
  select comment_id from comments
   where organization_id = ${organizationId} and thread_id = ${threadId} and comment_id = ${commentId}`;

/** Counts a new comment, and locks the conversation until the commit. Returns the number of its comments. */
export const countComment = (tx: Tx, organizationId: OrganizationId, { threadId, subject }: Thread) =>
  tx.one<{ comments: number }>(sql`
  insert into comment_threads as t (organization_id, thread_id, subject, comments)
  values (${organizationId}, ${threadId}, ${subject}, 1)
  on conflict (organization_id, thread_id) do update set comments = t.comments + 1
  returning comments`);

/** How many comments and questions a user wrote since an id. Reads those of the organization since then. */
export const countOwnSince = (
  tx: Tx,
  organizationId: OrganizationId,
  { userId, since }: { readonly userId: UserId; readonly since: string },
) =>
  tx.one<{ comments: number }>(sql`
  select count(*)::int as comments from comments
   where organization_id = ${organizationId} and comment_id >= ${since} and author_user_id = ${userId}
     and kind in ('comment', 'question')`);

export const insertComment = (
  tx: Tx,
  organizationId: OrganizationId,
  { threadId, row }: { readonly threadId: string; readonly row: CommentRow },
) =>
  tx.run(sql`
  insert into comments (organization_id, comment_id, thread_id, kind, author_user_id, body, mentioned_user_ids, created_at)
  values (${organizationId}, ${row.comment_id}, ${threadId}, ${row.kind}, ${row.author_user_id}, ${row.body},
          ${uuidArray(row.mentioned_user_ids)}::uuid[], ${row.created_at})`);

/** Everyone who has written in a conversation. Its length is bounded. */
export const authorsIn = (db: Queryable, organizationId: OrganizationId, threadId: string) =>
  db.many<{ author_user_id: UserId }>(sql`
  select distinct author_user_id from comments
   where organization_id = ${organizationId} and thread_id = ${threadId}`);

/** How many comments each of these conversations has; those without any are absent. */
export const countsOf = (db: Queryable, organizationId: OrganizationId, threadIds: readonly string[]) =>
  db.many<{ thread_id: string; comments: number }>(sql`
  select thread_id, comments from comment_threads
   where organization_id = ${organizationId} and thread_id = any (${eachOf(threadIds)})`);

export const findComments = (db: Queryable, organizationId: OrganizationId, commentIds: readonly CommentId[]) =>
  db.many<CommentRow>(sql`
  select ${columns} from comments c
   where c.organization_id = ${organizationId} and c.comment_id = any (${eachOf(commentIds)})`);
