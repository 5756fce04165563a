import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { notify } from "#records/notifications";
import { type NotifiableUser, onlyReads } from "#records/people";
import type { CommentRow } from "./comment.ts";
import { spokenText, withoutNumbers } from "./comment-text.ts";
import { authorsIn } from "./comments.queries.ts";
import type { Thread } from "./find-thread.ts";

interface Announced {
  readonly organizationId: OrganizationId;
  readonly thread: Thread;
  readonly row: CommentRow;
  /** Active users, by id. */
  readonly users: ReadonlyMap<UserId, NotifiableUser>;
  /** Whom an answer answers. */
  readonly askedBy: UserId | null;
}

/**
 * Notifies, in the transaction that stores the comment, those whom it mentions, the requester, and those who wrote
 * before. Each user is notified once, for the strongest reason; `notify` leaves out the author, locked users, and those who
 * may not open the page.
 */
export async function announceComment(service: Service, tx: Tx, announced: Announced): Promise<void> {
  const { organizationId, thread, row } = announced;
  // A withdrawn question settles the notifications of the question; there is nothing else to say.
  if (row.body === null) return;
  const text = spokenText(row.body, (userId) => announced.users.get(userId)?.name ?? "");
  const facts = await thread.readFacts();
  const notified = new Set<UserId>([row.author_user_id]);
  const author = announced.users.get(row.author_user_id);
  const isByReader = author === undefined || onlyReads(author.rights);
  const tell = async (kind: Parameters<typeof notify>[2]["kind"], recipients: readonly UserId[]): Promise<void> => {
    const users = await notify(service, tx, {
      organizationId,
      kind,
      subject: thread.on,
      sourceId: row.comment_id,
      recipients: recipients.filter((userId) => !notified.has(userId)),
      actorId: row.author_user_id,
      facts: { ...facts, text: withoutNumbers(text) },
      // Someone who may only read makes the service send nothing: the bell and the daily summary show what they wrote.
      isMailed: !isByReader,
    });
    for (const userId of users) notified.add(userId);
  };
  if (row.kind === "question") await tell("questionAsked", answerersOf(announced));
  if (row.kind === "answer" && announced.askedBy !== null) await tell("questionAnswered", [announced.askedBy]);
  await tell("mentioned", row.mentioned_user_ids);
  const authors = await authorsIn(tx, organizationId, thread.threadId);
  const followers = authors.map(({ author_user_id: userId }) => userId);
  await tell("commented", thread.requesterId === null ? followers : [thread.requesterId, ...followers]);
}

/** Who is asked: the requester. If they are locked or were a token without a creator, the administrators. */
function answerersOf({ thread: { requesterId }, users }: Announced): readonly UserId[] {
  if (requesterId !== null && users.has(requesterId)) return [requesterId];
  return [...users.values()].flatMap(({ userId, role }) => (role === "administrator" ? [userId] : []));
}
