import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** Who has approved that a payment is undone. */
export const undoReviews = provenTable("payment_undo_reviews", {
  key: ["review_id"],
  columns: ["undo_id", "reviewer_user_id", "decision", "reviewed_at"],
});

export const ownedTables: OwnedTables = { tables: ["payment_undo_reviews"] };
