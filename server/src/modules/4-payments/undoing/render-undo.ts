import { reasonText } from "bursar-banking/codes/describe-reason";
import { type UndoRow, undoStates } from "#bank/file-rails";
import { present } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { approvalsRequired, type ruleLike, rulesLike } from "#payments/approvals";
import { findTransactionsById, type TransactionRow } from "#payments/payments";
import type { Caller } from "#records/identity";
import { likeOf } from "./like-payment.ts";
import { type UndoReviewRow, undoReviewsOf } from "./reviews.queries.ts";
import type { ShownUndo, undoActions } from "./undo-schemas.ts";

/** Undos as a caller sees them, in their order. */
export async function renderUndos(
  db: Queryable,
  caller: Caller,
  rows: readonly UndoRow[],
): Promise<readonly ShownUndo[]> {
  const { organizationId } = caller;
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.undo_id);
  const reviews = Map.groupBy(await undoReviewsOf(db, organizationId, ids), (review) => review.undo_id);
  const transactionIds = rows.map((row) => row.transaction_id);
  const payments = new Map(
    (await findTransactionsById(db, organizationId, transactionIds)).map((payment) => [
      payment.transaction_id,
      payment,
    ]),
  );
  const undos = rows.map((row) => {
    const payment = present(payments.get(row.transaction_id), "payments are never deleted");
    return { row, payment, like: likeOf(row, payment), reviews: reviews.get(row.undo_id) ?? [] };
  });
  const ruleOf = await rulesLike(
    db,
    organizationId,
    undos.map(({ like }) => like),
  );
  return undos.map(({ like, ...undo }) => render(caller, { ...undo, rule: ruleOf(like) }));
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

function render(
  caller: Caller,
  {
    row,
    payment,
    reviews,
    rule,
  }: {
    readonly row: UndoRow;
    readonly payment: TransactionRow;
    readonly reviews: readonly UndoReviewRow[];
    readonly rule: Awaited<ReturnType<typeof ruleLike>>;
  },
): ShownUndo {
  return {
    id: row.undo_id,
    transactionId: row.transaction_id,
    kind: row.kind,
    state: row.state,
    amount: dollarsFromMinor(row.amount_minor),
    counterpartyName: payment.counterparty_name,
    reason: row.reason,
    note: row.note,
    requestedAt: row.requested_at.toISOString(),
    requestedByUserId: row.requester_user_id,
    requestedByTokenId: row.requester_token_id,
    approvals: reviews.map(({ reviewer_user_id: userId, decision, comment, reviewed_at: at }) => ({
      userId,
      decision,
      comment,
      at: at.toISOString(),
    })),
    approvalsRequired: approvalsRequired(rule),
    sendBy: iso(row.send_by),
    sentAt: iso(row.sent_at),
    countsAt: iso(row.counts_at),
    code: row.code,
    codeMeaning: row.code === null ? null : reasonText(row.code),
    endedAt: iso(row.ended_at),
    allowedActions: actionsOf(caller, { row, reviews, allowsSelf: rule.allowSelfApproval }),
  };
}

/** A hint for pages: the decision checks again. */
function actionsOf(
  { userId, person }: Caller,
  { row, reviews, allowsSelf }: { row: UndoRow; reviews: readonly UndoReviewRow[]; allowsSelf: boolean },
): (typeof undoActions)[number][] {
  if (userId === null || person === undefined) return [];
  const can = (trigger: (typeof undoActions)[number]) => undoStates.next(row.state, trigger) !== undefined;
  const isOwn = row.requester_user_id === userId;
  const mayDecide =
    person.permissions.has("approvePayments") && !reviews.some((review) => review.reviewer_user_id === userId);
  const isManager = person.permissions.has("manageOrganization");
  return [
    ...(can("approve") && mayDecide && (!isOwn || allowsSelf) ? (["approve"] as const) : []),
    ...(can("decline") && mayDecide && !isOwn ? (["decline"] as const) : []),
    ...(can("withdraw") && (isOwn || isManager) ? (["withdraw"] as const) : []),
  ];
}
