import {
  lockUndo,
  moveLockedUndos,
  refuseUndo,
  type UndoChannels,
  type UndoRow,
  undoStates,
  undoTermsOf,
} from "#bank/file-rails";
import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { Id } from "#kernel/values/ids.ts";
import { approvalStandingOf, refuseApproval } from "#payments/approvals";
import { getTransaction } from "#payments/payments";
import { actorOf, recordAudit } from "#records/audit";
import { type Caller, shareOrganization } from "#records/identity";
import { notify, settleNotifications } from "#records/notifications";
import { lockUsersForShare, personOf, requireStepUpForAmount } from "#records/people";
import { likeOf } from "./like-payment.ts";
import { renderUndos } from "./render-undo.ts";
import { insertUndoReview, undoReviewsOf } from "./reviews.queries.ts";
import type { ShownUndo, undoActions } from "./undo-schemas.ts";

export interface UndoDecision {
  readonly caller: Caller;
  readonly undoId: string;
  readonly verb: (typeof undoActions)[number];
  readonly comment: string | null;
}

/**
 * A user's decision, under the lock of the undo. With the last approval it goes to the bank. The user's rights, the rule,
 * earlier approvers, and whether the payment can still be undone are read again.
 */
export async function decideUndo(service: Service, channels: UndoChannels, decision: UndoDecision): Promise<ShownUndo> {
  const { caller, undoId } = decision;
  const { organizationId } = caller;
  return service.database.transaction(async (tx) => {
    const undo = await lockUndo(tx, organizationId, undoId);
    if (undo === undefined) throw notFound("undo");
    await shareOrganization(tx, organizationId);
    if (undoStates.next(undo.state, decision.verb) === undefined)
      throw refuseUndo(undoStates.moves[decision.verb].refusal, { details: { state: undo.state } });
    await (decision.verb === "withdraw"
      ? withdraw(service, tx, decision, undo)
      : review(service, channels, tx, { decision, undo, verb: decision.verb }));
    const after = present(await lockUndo(tx, organizationId, undoId), "an undo is never deleted");
    const [shown] = await renderUndos(tx, caller, [after]);
    return present(shown, "an undo that was decided is shown");
  });
}

/** By the requester or an administrator, until the bank has it. */
async function withdraw(service: Service, tx: Tx, { caller }: UndoDecision, undo: UndoRow): Promise<void> {
  const { organizationId, userId } = personOf(caller);
  const [person] = await lockUsersForShare(tx, organizationId, [userId]);
  const mayWithdraw = undo.requester_user_id === userId || person?.role === "administrator";
  if (person === undefined || person.locked_at !== null || !mayWithdraw) throw refuseApproval("mayNotWithdraw");
  await end(service, tx, { caller, undo, verb: "withdraw" });
}

async function review(
  service: Service,
  channels: UndoChannels,
  tx: Tx,
  {
    decision: { caller, comment },
    undo,
    verb,
  }: { readonly decision: UndoDecision; readonly undo: UndoRow; readonly verb: "approve" | "decline" },
): Promise<void> {
  const { organizationId, userId } = personOf(caller);
  if (verb === "approve") await requireStepUpForAmount(service, caller, undo.amount_minor);
  const payment = await getTransaction(tx, organizationId, undo.transaction_id);
  const reviews = await undoReviewsOf(tx, organizationId, [undo.undo_id]);
  const approvedBy = reviews
    .filter((review) => review.decision === "approved")
    .map((review) => review.reviewer_user_id);
  const now = service.clock.now();
  const standing = await approvalStandingOf(tx, organizationId, {
    like: likeOf(undo, payment),
    approvedBy,
    userId,
    now,
  });
  if (verb === "decline" && !standing.mayDecline) throw refuseApproval("mayNotDecide");
  if (verb === "decline" && undo.requester_user_id === userId) throw refuseApproval("ownRequest");
  if (verb === "approve" && standing.refusal !== undefined) throw standing.refusal;
  if (verb === "approve") {
    const { status, account_id: accountId } = payment;
    const undoable = { organizationId, transactionId: undo.transaction_id, status, accountId };
    const terms = await undoTermsOf(channels, tx, { ...undoable, amountMinor: undo.amount_minor }, now);
    if ("refusal" in terms) throw refuseUndo(terms.refusal, { details: { ...terms.details } });
  }
  const inserted = await insertUndoReview(tx, organizationId, {
    reviewId: service.newId<Id<"undoReview">>(),
    undo_id: undo.undo_id,
    reviewer_user_id: userId,
    decision: verb === "approve" ? "approved" : "declined",
    comment,
    reviewed_at: now,
  });
  assert(inserted === 1, "a user reviews an undo once, under its lock");
  if (verb === "decline" || standing.completes) return end(service, tx, { caller, undo, verb });
  const { undo_id: undoId, transaction_id: transactionId, kind } = undo;
  await recordAudit(service, tx, {
    organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: "paymentUndo.approve",
        resourceType: "transaction",
        resourceId: transactionId,
        after: { undoId, kind, state: undo.state },
      },
    ],
  });
  await settleNotifications(service, tx, {
    organizationId,
    subject: { type: "transaction", id: transactionId },
    kinds: ["approvalRequested"],
    users: [userId],
  });
}

const notices = { approve: "requestApproved", decline: "requestRejected", withdraw: "requestWithdrawn" } as const;

/** It waits for nobody anymore, and its requester is notified. */
async function end(
  service: Service,
  tx: Tx,
  { caller, undo, verb }: { readonly caller: Caller; readonly undo: UndoRow; readonly verb: UndoDecision["verb"] },
): Promise<void> {
  const { organizationId, userId } = personOf(caller);
  const moved = await moveLockedUndos(service, tx, {
    organizationId,
    undos: [undo],
    trigger: verb,
    actor: actorOf(caller),
  });
  assert(moved.length === 1, "a locked undo is decided once");
  const subject = { type: "transaction", id: undo.transaction_id } as const;
  await settleNotifications(service, tx, { organizationId, subject, kinds: ["approvalRequested"] });
  const { requester_user_id: requester, requester_token_id: token } = undo;
  if (requester === null || requester === userId || (verb === "approve" && token !== null)) return;
  const payment = await getTransaction(tx, organizationId, undo.transaction_id);
  await notify(service, tx, {
    organizationId,
    kind: notices[verb],
    subject,
    sourceId: service.newId(),
    recipients: [requester],
    actorId: userId,
    facts: { name: payment.counterparty_name, amountMinor: undo.amount_minor, outcome: undo.kind },
  });
}
