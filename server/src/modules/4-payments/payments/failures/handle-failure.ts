import { paymentNoteProblem } from "bursar-banking/identifiers/payment-text";
import { assert } from "#kernel/assert.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { settleNotifications } from "#records/notifications";
import { getTransaction } from "../edits/edit-transaction.ts";
import { didPaymentFail } from "../transactions/failed-payments.ts";
import { lockForEdit } from "../transactions/transactions.queries.ts";
import {
  findHandling,
  type HandlingId,
  type HandlingRow,
  insertHandling,
  undoHandlingRow,
} from "./failure-handlings.queries.ts";
import { refuseFailure } from "./failure-refusals.ts";

interface Handling {
  readonly organizationId: OrganizationId;
  readonly transactionId: string;
  readonly userId: UserId;
  readonly actor: Actor;
}

/**
 * Marks a failed payment as handled. Of two users at once, the second is refused with `failureHandled` and reads the
 * first one's note; the same user with the same note gets the first answer again.
 */
export async function markFailureHandled(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { note, ...handling }: Handling & { readonly note: string | null },
): Promise<HandlingRow> {
  const problem = note === null ? undefined : paymentNoteProblem(note);
  if (problem !== undefined) throw invalidRequest([{ path: "note", message: problem }]);
  const { organizationId, userId, actor } = handling;
  const transactionId = await lockFailure(tx, handling);
  const before = await findHandling(tx, organizationId, transactionId);
  if (before?.handled_by === userId && before.note === note) return before;
  if (before !== undefined) throw refuseFailure("failureHandled");
  const row: HandlingRow = {
    handling_id: service.newId<HandlingId>(),
    transaction_id: transactionId,
    note,
    handled_by: userId,
    handled_at: service.clock.now(),
  };
  await insertHandling(tx, organizationId, row);
  const entry = { action: "transaction.markHandled", resourceType: "transaction", resourceId: transactionId } as const;
  await recordAudit(service, tx, { organizationId, actor, entries: [{ ...entry, after: { note } }] });
  await settleNotifications(service, tx, {
    organizationId,
    subject: { type: "transaction", id: transactionId },
    kinds: ["ownPaymentProblem", "otherPaymentProblem"],
  });
  return row;
}

/** Opens a failed payment again. Repeating it changes nothing, even if someone has marked the payment again since. */
export async function undoFailureHandled(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { handlingId, ...handling }: Handling & { readonly handlingId: string },
): Promise<HandlingRow | undefined> {
  const { organizationId, userId, actor } = handling;
  const transactionId = await lockFailure(tx, handling);
  const found = await findHandling(tx, organizationId, transactionId);
  if (found?.handling_id !== handlingId.toLowerCase()) return found;
  const { handling_id: id, note } = found;
  const undone = await undoHandlingRow(tx, organizationId, { handlingId: id, by: userId, at: service.clock.now() });
  assert(undone === 1, "a handling is undone once, under the lock of its payment");
  const entry = { action: "transaction.undoHandled", resourceType: "transaction", resourceId: transactionId } as const;
  await recordAudit(service, tx, { organizationId, actor, entries: [{ ...entry, before: { note } }] });
  return undefined;
}

/** Locks the payment. Refuses with `resourceNotFound` or `paymentNotFailed`. */
async function lockFailure(
  tx: Tx,
  { organizationId, transactionId }: Pick<Handling, "organizationId" | "transactionId">,
): Promise<TransactionId> {
  const [lock] = await lockForEdit(tx, organizationId, [transactionId]);
  if (lock === undefined) throw notFound("transaction");
  const row = await getTransaction(tx, organizationId, lock.transaction_id);
  if (!didPaymentFail(row)) throw refuseFailure("paymentNotFailed");
  return row.transaction_id;
}
