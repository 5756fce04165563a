import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Id, UserId } from "#kernel/values/ids.ts";

export type CommentId = Id<"comment">;

/** What a comment does: a question sends the request back, an answer or a withdrawal returns it to its approvers. */
export const commentKinds = ["comment", "question", "answer", "withdrawal"] as const;
export type CommentKind = (typeof commentKinds)[number];

/** A row of comments. */
export interface CommentRow {
  readonly comment_id: CommentId;
  readonly kind: CommentKind;
  readonly author_user_id: UserId;
  /** With mentions as `<@id>`; null for a withdrawal. */
  readonly body: string | null;
  readonly mentioned_user_ids: readonly UserId[];
  readonly created_at: Date;
}

export const COMMENT_LENGTH_MAX = 2_000;
export const MENTIONS_MAX = 10;

/**
 * Line breaks, and the joiners of emoji and of Persian and Indic scripts; otherwise no character that is invisible or
 * changes the reading direction (hidden-characters.ts).
 */
const PLAIN_TEXT = "^(?:[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u3164\\uffa0]|[\\n\\u200c\\u200d])*$";

const text = Type.String({
  minLength: 1,
  maxLength: COMMENT_LENGTH_MAX,
  pattern: PLAIN_TEXT,
  description: `Plain text with line breaks. \`<@id>\` mentions a user; at most ${MENTIONS_MAX} users. Nobody can change or delete it later.`,
});

export const NewCommentSchema = object({ text, idempotencyKey: IdempotencyKey }, { title: "CreateCommentRequest" });
export type NewComment = Static<typeof NewCommentSchema>;

/** A user, as pages show them. */
const CommentUserSchema = object(
  { id: Uuid("The user."), name: Type.String({ description: "First and last name." }) },
  { title: "CommentUser", description: "A user of the organization." },
);

export const CommentSchema = object(
  {
    id: Uuid("The comment."),
    kind: OneOf(
      commentKinds,
      "`question`: sent the request back; `answer`: returned it to its approvers; `withdrawal`: of the question.",
      "CommentKind",
    ),
    text: Nullable(Type.String({ description: "What was said; `<@id>` is a mention. Null for a withdrawal." })),
    author: CommentUserSchema,
    mentions: Type.Array(CommentUserSchema, { description: "The users who are mentioned, with their current names." }),
    createdAt: Timestamp("When."),
  },
  { title: "Comment", description: "What a user said about a request or transaction." },
);
export type Comment = Static<typeof CommentSchema>;

export const MentionableSchema = object(
  {
    users: Type.Array(CommentUserSchema, {
      description: "Active users who may open it, except the signed-in user, in the order of their names.",
    }),
  },
  { title: "MentionableUsers" },
);

/** What a page is about: the conversation is read and written under its address. */
export interface Subject {
  readonly type: "approvalRequest" | "transaction";
  readonly id: string;
}

/** The scope without which a user may not open it, nor be mentioned. */
export const scopeOf = {
  approvalRequest: "fetchSendMoneyRequests",
  transaction: "fetchTransactions",
} as const satisfies Readonly<Record<Subject["type"], string>>;
