import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** The most comments and questions about one request or transaction. Answers are always possible. */
export const COMMENTS_MAX = 500;

/** The most that one user may say within an hour, since each notifies others. Answers are always possible. */
export const COMMENTS_PER_HOUR_MAX = 60;

export const commentRefusals = {
  tooManyOwnComments: {
    status: 429,
    title: "The user has written many comments within an hour",
    message: "You have written {limit} comments within the last hour, which is the limit. Try again later.",
  },
  tooManyComments: {
    status: 400,
    title: "The request or transaction has as many comments as it may have",
    message: "This conversation has reached its limit of {limit} comments.",
  },
  cannotBeMentioned: {
    status: 400,
    title: "The comment mentions someone who does not exist, is locked, or may not open what it is about",
    message:
      "This comment mentions someone who cannot open this page. Remove the mention, or choose a user from the list after @.",
  },
} as const satisfies RefusalTable;

export const refuseComment = refuser(commentRefusals);
