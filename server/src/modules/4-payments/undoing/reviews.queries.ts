import type { UndoId } from "#bank/file-rails";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { eachOf, sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, UserId } from "#kernel/values/ids.ts";
import { undoReviews } from "./tables.ts";

export interface UndoReviewRow {
  readonly undo_id: UndoId;
  readonly reviewer_user_id: UserId;
  readonly decision: "approved" | "declined";
  readonly comment: string | null;
  readonly reviewed_at: Date;
}

/** Table: payment_undo_reviews. */
export const insertUndoReview = (
  tx: Tx,
  organizationId: OrganizationId,
  review: UndoReviewRow & { readonly reviewId: Id<"undoReview"> },
) =>
  tx.run(sql`
  insert into payment_undo_reviews (organization_id, review_id, undo_id, reviewer_user_id, decision, comment, reviewed_at)
  values (${organizationId}, ${review.reviewId}, ${review.undo_id}, ${review.reviewer_user_id}, ${review.decision}, ${review.comment}, ${review.reviewed_at})
  returning ${undoReviews.inserted()}`);

/** The reviews of undos, oldest first. One that is not proven is reported, and does not count. */
export const undoReviewsOf = (db: Queryable, organizationId: OrganizationId, undoIds: readonly UndoId[]) =>
  db.many<UndoReviewRow>(sql`
  select undo_id, reviewer_user_id, decision, comment, reviewed_at, ${undoReviews.proofOrSkip("r")} from payment_undo_reviews r
   where organization_id = ${organizationId} and undo_id = any (${eachOf(undoIds)})
   order by reviewed_at, review_id`);
