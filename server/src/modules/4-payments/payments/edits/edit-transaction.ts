import { paymentNoteProblem } from "bursar-banking/identifiers/payment-text";
import { type Static, Type } from "typebox";
import { present } from "#kernel/assert.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { Nullable, object, UUID_OR_EMPTY } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { actorOf } from "#records/audit";
import type { Caller } from "#records/identity";
import type { TransactionRow } from "../transactions/transaction.ts";
import { findTransaction, lockForEdit, setByHand } from "../transactions/transactions.queries.ts";
import { categoryToSet } from "./categorize.ts";
import { noteOf, storeEdits } from "./store-edits.ts";

/** Omitted keeps, null clears; an empty note clears, an empty categoryId keeps (some clients always send it). */
export const EditBodySchema = object(
  {
    note: Type.Optional(
      Nullable(Type.String({ maxLength: 1000, description: "Internal note; null or empty clears it." })),
    ),
    categoryId: Type.Optional(
      Nullable(
        Type.String({
          pattern: UUID_OR_EMPTY,
          description: "The organization's category; null clears it, empty keeps it.",
        }),
      ),
    ),
  },
  { title: "UpdateTransactionRequest" },
);
export type EditBody = Static<typeof EditBodySchema>;

/** The transaction; refuses with `resourceNotFound`. */
export async function getTransaction(
  db: Queryable,
  organizationId: OrganizationId,
  transactionId: string,
): Promise<TransactionRow> {
  const row = await findTransaction(db, organizationId, transactionId);
  if (!row) throw notFound("transaction");
  return row;
}

/**
 * Edits the note and the category (specification §4: PATCH transaction). One event and one audit row per change; an
 * edit that changes nothing leaves none.
 */
export async function editTransaction(
  service: Service,
  { caller, transactionId, body }: { caller: Caller; transactionId: string; body: EditBody },
): Promise<TransactionRow> {
  const { organizationId } = caller;
  const problem = body.note ? paymentNoteProblem(body.note) : undefined;
  if (problem !== undefined) throw invalidRequest([{ path: "note", message: problem }]);
  return service.database.transaction(async (tx) => {
    // Locked before it is read: an event must contain the values that the edit really replaced.
    const [lock] = await lockForEdit(tx, organizationId, [transactionId]);
    if (lock === undefined) throw notFound("transaction");
    const before = await getTransaction(tx, organizationId, transactionId);
    const note = body.note === undefined ? noteOf(before) : body.note || null;
    const chosen = body.categoryId === "" ? undefined : body.categoryId;
    const categoryId =
      chosen === undefined ? before.category_id : await categoryToSet(tx, organizationId, chosen, before.category_id);
    const byHand = chosen !== undefined || lock.category_by_hand;
    if (note === noteOf(before) && categoryId === before.category_id) {
      // Confirming what a rule chose changes nothing that is shown, but rules must leave it alone from now on.
      if (byHand && !lock.category_by_hand) await setByHand(tx, organizationId, [before.transaction_id]);
      return before;
    }
    const stored = await storeEdits(service, tx, {
      organizationId,
      actor: actorOf(caller),
      edits: [{ before, note, categoryId, byHand }],
    });
    return present(stored.get(before.transaction_id), "the edited transaction is there");
  });
}
