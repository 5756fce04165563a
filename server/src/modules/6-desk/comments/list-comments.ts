import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import type { CursorQuery, PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import type { Caller } from "#records/identity";
import { listNotifiableUsers, listPeople, personOf } from "#records/people";
import type { Comment, CommentId, Subject } from "./comment.ts";
import { spokenText } from "./comment-text.ts";
import { commentInThread, commentKey, countsOf, findComments, pageOfComments } from "./comments.queries.ts";
import { findThread } from "./find-thread.ts";
import { mayBeMentioned } from "./post-comment.ts";
import { namesOf, renderComment } from "./render-comments.ts";

/** A page of the conversation of a request or transaction. Refuses with `resourceNotFound`. */
export async function listComments(
  { database }: Service,
  { organizationId }: Caller,
  { on, cursors }: { readonly on: Subject; readonly cursors: CursorQuery },
): Promise<{ comments: Comment[]; page: PageBounds }> {
  const { threadId } = await findThread(database, organizationId, on);
  const keyset = await keysetOf(cursors, {
    column: commentKey,
    exists: (id) => findsRow(database, commentInThread(organizationId, threadId, id)),
  });
  const { rows, page } = keyset.finish(
    await pageOfComments(database, organizationId, { threadId, keyset }),
    (row) => row.comment_id,
  );
  const nameOf = rows.length === 0 ? () => "" : namesOf(await listPeople(database, organizationId));
  return { comments: rows.map((row) => renderComment(row, nameOf)), page };
}

/** The users who can be mentioned, except the caller. Refuses with `resourceNotFound`. */
export async function listMentionable(
  { database }: Service,
  caller: Caller,
  on: Subject,
): Promise<{ users: { id: UserId; name: string }[] }> {
  const { organizationId, userId: ownId } = personOf(caller);
  await findThread(database, organizationId, on);
  const users = (await listNotifiableUsers(database, organizationId)).filter(
    (user) => user.userId !== ownId && mayBeMentioned(user, on),
  );
  return {
    users: users
      .map(({ userId: id, name }) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1)),
  };
}

/** The number of comments about each of these requests; those without any are absent. */
export async function commentCounts(
  db: Queryable,
  organizationId: OrganizationId,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (requestIds.length === 0) return new Map();
  const rows = await countsOf(db, organizationId, requestIds);
  return new Map(rows.map((row) => [row.thread_id, row.comments]));
}

/** What these questions ask, as they read. */
export async function questionTexts(
  db: Queryable,
  organizationId: OrganizationId,
  questionIds: readonly CommentId[],
): Promise<ReadonlyMap<string, string>> {
  if (questionIds.length === 0) return new Map();
  const rows = await findComments(db, organizationId, questionIds);
  const nameOf = namesOf(await listPeople(db, organizationId));
  return new Map(rows.map((row) => [row.comment_id, spokenText(row.body ?? "", nameOf)]));
}
