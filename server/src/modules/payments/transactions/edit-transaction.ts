import { type Static, Type } from "typebox";
import { paymentNoteProblem } from "../../../banking/identifiers/payment-text.ts";
import { assert, present } from "../../../kernel/assert.ts";
import { invalidRequest, notFound } from "../../../kernel/http/http-refusals.ts";
import { Nullable, object, UUID_OR_EMPTY } from "../../../kernel/http/schemas.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { actorOf, recordAudit } from "../../audit/index.ts";
import { findCategory } from "../../categories/index.ts";
import { recordTransactionEvents } from "../../events/index.ts";
import type { Caller } from "../../identity/index.ts";
import { refusePayment } from "../payment-refusals.ts";
import type { TransactionRow } from "./transaction.ts";
import { findTransaction, lockTransaction, updateEditableFields } from "./transactions.queries.ts";

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
    if (!(await lockTransaction(tx, organizationId, transactionId))) throw notFound("transaction");
    const before = await getTransaction(tx, organizationId, transactionId);
    const noteBefore = before.note_edited ? before.edited_note : before.note;
    const note = body.note === undefined ? noteBefore : body.note || null;
    const categoryId = body.categoryId === undefined || body.categoryId === "" ? before.category_id : body.categoryId;
    if (
      categoryId !== null &&
      categoryId !== before.category_id &&
      !(await findCategory(tx, organizationId, categoryId))
    ) {
      throw refusePayment("categoryNotFound");
    }
    if (note === noteBefore && categoryId === before.category_id) return before;

    const { version } = await updateEditableFields(tx, organizationId, {
      transactionId,
      note,
      // The original note stays: the reply to a repeated idempotency key shows it (law 3).
      noteEdited: before.note_edited || note !== noteBefore,
      categoryId,
    });
    const after = present(await findTransaction(tx, organizationId, transactionId), "the edited transaction is there");
    assert(version === before.version + 1, "an edit increases the version by one");
    assert(after.amount_minor === before.amount_minor, "an edit leaves the amount as it was");
    assert(after.status === before.status, "an edit leaves the status as it was");
    const previousValues = changesOf(before, after, before);
    const mergePatch = changesOf(before, after, after);
    await recordTransactionEvents(service, tx, {
      organizationId,
      changes: [
        {
          transactionId: after.transaction_id,
          version,
          operation: "update",
          changedPaths: Object.keys(mergePatch),
          mergePatch,
          previousValues,
        },
      ],
    });
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        {
          action: "transaction.update",
          resourceType: "transaction",
          resourceId: transactionId,
          before: previousValues,
          after: mergePatch,
        },
      ],
    });
    return after;
  });
}

/** The members that differ between the two rows, with their values in `of`. */
function changesOf(
  before: TransactionRow,
  after: TransactionRow,
  of: TransactionRow,
): Readonly<Record<string, unknown>> {
  const noteOf = (row: TransactionRow) => (row.note_edited ? row.edited_note : row.note);
  return {
    ...(noteOf(before) === noteOf(after) ? {} : { note: noteOf(of) }),
    ...(before.category_id === after.category_id
      ? {}
      : {
          categoryData:
            of.category_id === null ? null : { customCategory: { id: of.category_id, name: of.category_name } },
        }),
  };
}
