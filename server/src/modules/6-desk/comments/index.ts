/**
 * Conversations about approval requests and transactions: comments, mentions, and the questions with which approvers
 * send requests back.
 *
 * Guarantees: a comment never changes and is never deleted; its audit row and notifications commit with it, and a
 * question with the state of its request; mentions are users of the organization who may open the page; texts are plain
 * and are shown as text.
 */
export { commentRefusals } from "./comment-refusals.ts";
export { commentRoutes } from "./comments.routes.ts";
export { commentCounts, questionTexts } from "./list-comments.ts";
export { askQuestion, postComment } from "./post-comment.ts";
