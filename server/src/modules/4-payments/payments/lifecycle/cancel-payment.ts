import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import { type RefusalTable, refuser } from "#kernel/refusal.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { submissionStates } from "../states/submission-states.ts";
import { moveFrom, transactionStates } from "../states/transaction-states.ts";
import { findStatus, withdrawSubmission } from "./move-transactions.queries.ts";
import { moveTransactions } from "./move-transactions.ts";

/** Why a payment cannot be canceled; the state tables name these codes. */
export const cancelRefusals = {
  alreadyHandedOver: {
    status: 400,
    title: "The bank already has the payment",
    message:
      "This payment was already submitted to the bank, so it can no longer be canceled. Ask the bank to recall it.",
  },
  notCancellable: {
    status: 400,
    title: "The transaction is not a pending payment",
    message: "Only a pending payment can be canceled. This {kind} is {status}.",
  },
} as const satisfies RefusalTable;

const refuseCancel = refuser(cancelRefusals);

/**
 * Cancels a pending payment that the bank does not have yet and releases its hold. The submission row decides the race:
 * either the submission claims it first and the cancellation is refused, or it is withdrawn here and the submission
 * skips it.
 */
export async function cancelPayment(
  service: Service,
  tx: Tx,
  { organizationId, transactionId, actor }: { organizationId: OrganizationId; transactionId: string; actor: Actor },
): Promise<void> {
  const withdrawn = await withdrawSubmission(tx, organizationId, transactionId);
  // Read after the fact, to explain the refusal; nothing depends on it.
  if (!withdrawn) {
    const found = await findStatus(tx, organizationId, transactionId);
    if (!found) throw notFound("transaction");
    // Still pending, so only the bank can have it; otherwise the status itself forbids it.
    throw moveFrom(found.status, "cancel")
      ? refuseCancel(submissionStates.moves.withdraw.refusal)
      : refuseCancel(transactionStates.moves.cancel.refusal, { details: found });
  }
  const move = { transactionId: withdrawn.transaction_id, trigger: "cancel" as const, at: service.clock.now() };
  const moved = await moveTransactions(service, tx, { organizationId, actor, moves: [move] });
  assert(moved.has(withdrawn.transaction_id), "a payment that still waits for the bank is pending");
}
