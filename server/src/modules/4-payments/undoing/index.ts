/**
 * Requests to have the bank undo payments: who makes them, and who approves them. The undo itself,
 * from the approval to the money, belongs to modules/3-bank/file-rails.
 *
 * Guarantees: the bank is asked only after the approvals that a payment of the same amount takes; a token never decides;
 * a payment is undone by one request at a time.
 */
export { type UndoReviewRow, undoReviewsOf } from "./reviews.queries.ts";
export { undoRoutes } from "./undos.routes.ts";
