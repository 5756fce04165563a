import type { UserId } from "#kernel/values/ids.ts";
import type { Person } from "#records/people";
import type { Comment, CommentRow } from "./comment.ts";

export type NameOfUser = (userId: UserId) => string;

/** Current names of all users, locked ones included: users are never deleted. */
export function namesOf(people: readonly Person[]): NameOfUser {
  const names = new Map(people.map((person) => [person.user_id, `${person.first_name} ${person.last_name}`]));
  return (userId) => names.get(userId) ?? "";
}

export const renderComment = (row: CommentRow, nameOf: NameOfUser): Comment => ({
  id: row.comment_id,
  kind: row.kind,
  text: row.body,
  author: { id: row.author_user_id, name: nameOf(row.author_user_id) },
  mentions: row.mentioned_user_ids.map((userId) => ({ id: userId, name: nameOf(userId) })),
  createdAt: row.created_at.toISOString(),
});
