import { assert } from "#kernel/assert.ts";
import { HOUR_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { sha256Hex } from "#kernel/crypto/cipher.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { firstIdAt, type OrganizationId, type UserId } from "#kernel/values/ids.ts";
import { lockForQuestion, refuseApproval, returnToApprovers, sendBack } from "#payments/approvals";
import { type AuditAction, actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { listNotifiableUsers, listPeople, type NotifiableUser, personOf } from "#records/people";
import { announceComment } from "./announce-comment.ts";
import type { Comment, CommentId, CommentKind, CommentRow, NewComment, Subject } from "./comment.ts";
import { scopeOf } from "./comment.ts";
import { COMMENTS_MAX, COMMENTS_PER_HOUR_MAX, refuseComment } from "./comment-refusals.ts";
import { checkText, mentionsIn } from "./comment-text.ts";
import { countComment, countOwnSince, insertComment } from "./comments.queries.ts";
import { findThread, type Thread } from "./find-thread.ts";
import { namesOf, renderComment } from "./render-comments.ts";

interface Posted {
  readonly caller: Caller;
  readonly on: Subject;
  readonly body: NewComment;
  readonly key: string | undefined;
}

/** Refusals: `resourceNotFound`, `cannotBeMentioned`, `tooManyComments`. */
export const postComment = (service: Service, posted: Posted): Promise<Answer<Comment>> =>
  once(service, { ...posted, operation: "comment" }, async (tx) => {
    const thread = await findThread(tx, posted.caller.organizationId, posted.on);
    return store(service, tx, { ...posted, thread, kind: "comment", text: posted.body.text });
  });

type AboutRequest = Omit<Posted, "on"> & { readonly requestId: string };

const onRequest = (requestId: string): Subject => ({ type: "approvalRequest", id: requestId });

/** Sends the request back with a question, in one transaction. Refusals: also those of questions about requests. */
export const askQuestion = (service: Service, { requestId, ...posted }: AboutRequest): Promise<Answer<Comment>> =>
  once(service, { ...posted, on: onRequest(requestId), operation: "ask" }, async (tx) => {
    const { organizationId, userId } = personOf(posted.caller);
    const request = await lockForQuestion(tx, "ask", { organizationId, requestId, userId });
    const thread = await findThread(tx, organizationId, onRequest(requestId));
    const comment = await store(service, tx, { ...posted, thread, kind: "question", text: posted.body.text });
    // As stored: the id was made for this comment.
    await sendBack(service, tx, { organizationId, request, questionId: comment.id as CommentId, userId });
    return comment;
  });

/** Answers the question, which returns the request to its approvers. */
export const answerQuestion = (service: Service, { requestId, ...posted }: AboutRequest): Promise<Answer<Comment>> =>
  once(
    service,
    {
      ...posted,
      on: onRequest(requestId),
      operation: "answer",
      // A replay is authorized like a first call (decision P6).
      show: (comment) => {
        if (!posted.caller.scopes.has("requestSendMoney")) throw refuseApproval("mayNotAnswer");
        return comment;
      },
    },
    async (tx) => {
      const { organizationId, userId } = personOf(posted.caller);
      const request = await lockForQuestion(tx, "answer", { organizationId, requestId, userId });
      const thread = await findThread(tx, organizationId, onRequest(requestId));
      const { asked_by: askedBy } = request;
      const text = posted.body.text;
      const comment = await store(service, tx, { ...posted, thread, kind: "answer", text, askedBy });
      await returnToApprovers(service, tx, organizationId, request);
      return comment;
    },
  );

/** Returns the request to its approvers without an answer. */
export const withdrawQuestion = (
  service: Service,
  { caller, requestId }: Pick<AboutRequest, "caller" | "requestId">,
): Promise<Comment> =>
  service.database.transaction(async (tx) => {
    const { organizationId, userId } = personOf(caller);
    const request = await lockForQuestion(tx, "withdrawQuestion", { organizationId, requestId, userId });
    const thread = await findThread(tx, organizationId, onRequest(requestId));
    const comment = await store(service, tx, { caller, thread, kind: "withdrawal", text: null });
    await returnToApprovers(service, tx, organizationId, request);
    return comment;
  });

interface Once extends Posted {
  readonly operation: string;
  readonly show?: (comment: Comment) => Comment;
}

function once(
  service: Service,
  { caller: { organizationId }, on, body, key, operation, ...shown }: Once,
  work: (tx: Tx) => Promise<Comment>,
): Promise<Answer<Comment>> {
  checkText(body.text);
  const instruction = { organizationId, operation, key, body: { ...body, on: `${on.type}/${on.id.toLowerCase()}` } };
  return idempotently(service, { ...instruction, ...shown }, async (tx) => ({ statusCode: 201, body: await work(tx) }));
}

interface Stored {
  readonly caller: Caller;
  readonly thread: Thread;
  readonly kind: CommentKind;
  readonly text: string | null;
  readonly askedBy?: UserId | null;
}

/** Stores a comment, with its audit row and its notifications. */
async function store(service: Service, tx: Tx, stored: Stored): Promise<Comment> {
  const { caller, thread, kind, text, askedBy = null } = stored;
  const { organizationId, userId } = personOf(caller);
  const users = new Map((await listNotifiableUsers(tx, organizationId)).map((user) => [user.userId, user]));
  const mentioned = text === null ? [] : mentionsIn(text);
  if (!mentioned.every((id) => mayBeMentioned(users.get(id), thread.on))) throw refuseComment("cannotBeMentioned");
  const isLimited = kind === "comment" || kind === "question";
  if (isLimited) await limitOwn(service, tx, { organizationId, userId });
  const { comments } = await countComment(tx, organizationId, thread);
  // Without its answer or withdrawal, a question would keep the request from being approved.
  if (isLimited && comments > COMMENTS_MAX)
    throw refuseComment("tooManyComments", { details: { limit: COMMENTS_MAX } });
  const row: CommentRow = {
    // After the lock on the conversation, so that ids rise in the order of commits.
    comment_id: service.newId<CommentId>(),
    kind,
    author_user_id: userId,
    body: text,
    mentioned_user_ids: mentioned,
    created_at: service.clock.now(),
  };
  assert((row.body === null) === (kind === "withdrawal"), "exactly a withdrawal says nothing");
  await insertComment(tx, organizationId, { threadId: thread.threadId, row });
  await audit(service, tx, { caller, thread, row });
  await announceComment(service, tx, { organizationId, thread, row, users, askedBy });
  return renderComment(row, namesOf(await listPeople(tx, organizationId)));
}

/** So that nobody fills others' mailboxes and bells. Two at once may exceed the limit by one. */
async function limitOwn(
  { clock }: Service,
  tx: Tx,
  { organizationId, userId }: { organizationId: OrganizationId; userId: UserId },
): Promise<void> {
  const since = firstIdAt(plusMs(clock.now(), -HOUR_MS));
  const { comments } = await countOwnSince(tx, organizationId, { userId, since });
  if (comments >= COMMENTS_PER_HOUR_MAX)
    throw refuseComment("tooManyOwnComments", {
      details: { limit: COMMENTS_PER_HOUR_MAX },
      headers: { "retry-after": String(HOUR_MS / SECOND_MS) },
    });
}

/** Whether the user may open the page, and so be mentioned on it. */
export const mayBeMentioned = (user: NotifiableUser | undefined, { type }: Pick<Subject, "type">): boolean =>
  user?.rights.scopes.has(scopeOf[type]) === true;

const actions = {
  question: "approvalRequest.ask",
  answer: "approvalRequest.answer",
  withdrawal: "approvalRequest.withdrawQuestion",
} as const satisfies Partial<Record<CommentKind, AuditAction>>;

/**
 * Without the text, which the conversation has: the audit log has its digest, so that a text changed in the database
 * does not go unnoticed.
 */
async function audit(
  service: Service,
  tx: Tx,
  { caller, thread: { on }, row }: { caller: Caller; thread: Thread; row: CommentRow },
): Promise<void> {
  await recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: row.kind === "comment" ? `${on.type}.comment` : actions[row.kind],
        resourceType: on.type,
        resourceId: on.id,
        after: {
          commentId: row.comment_id,
          ...(row.body === null ? {} : { sha256: sha256Hex(row.body) }),
          ...(row.mentioned_user_ids.length === 0 ? {} : { mentionedUserIds: row.mentioned_user_ids }),
        },
      },
    ],
  });
}
