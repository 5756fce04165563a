import { assert, present } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { recordTransactionEvents } from "#records/events";
import { isCounted } from "../spending/counted.ts";
import { recount } from "../spending/spending-sums.ts";
import type { TransactionRow } from "../transactions/transaction.ts";
import type { TransactionEdit } from "../transactions/transaction-edit.ts";
import { findTransactionsById, updateEditableFields } from "../transactions/transactions.queries.ts";

export interface EditsToStore {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly edits: readonly TransactionEdit[];
  /** Events and audit rows follow the transaction's last change immediately, for a backfill. */
  readonly ofThePast?: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Stores edits that change something: one event and one audit row each, and the sums of spending, in the caller's
 * transaction, which has locked the rows. Returns the rows as they are now.
 */
export async function storeEdits(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, actor, edits, ofThePast = false }: EditsToStore,
): Promise<ReadonlyMap<TransactionId, TransactionRow>> {
  if (edits.length === 0) return new Map();
  const versions = new Map(
    (await updateEditableFields(tx, organizationId, edits)).map((row) => [row.transaction_id, row.version]),
  );
  assert(versions.size === edits.length, "every edited transaction is stored once");
  const ids = edits.map(({ before }) => before.transaction_id);
  const rows = new Map((await findTransactionsById(tx, organizationId, ids)).map((row) => [row.transaction_id, row]));
  const changes = edits.map((edit) => {
    const { before } = edit;
    const after = present(rows.get(before.transaction_id), "the edited transaction is there");
    assert(versions.get(before.transaction_id) === before.version + 1, "an edit increases the version by one");
    assert(after.amount_minor === before.amount_minor, "an edit leaves the amount as it was");
    assert(after.status === before.status, "an edit leaves the status as it was");
    const previousValues = changesOf(before, after, before);
    const mergePatch = changesOf(before, after, after);
    assert(Object.keys(mergePatch).length > 0, "an edit that is stored changes something");
    return { edit, after, previousValues, mergePatch, when: ofThePast ? { at: justAfter(before) } : {} };
  });
  await recordTransactionEvents(service, tx, {
    organizationId,
    changes: changes.map(({ after, mergePatch, previousValues, when }) => ({
      ...when,
      transactionId: after.transaction_id,
      version: after.version,
      operation: "update",
      mergePatch,
      previousValues,
    })),
  });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: changes.map(({ edit: { before, rule }, mergePatch, previousValues, when }) => ({
      ...when,
      action: "transaction.update",
      resourceType: "transaction",
      resourceId: before.transaction_id,
      before: previousValues,
      after: { ...mergePatch, ...(rule === undefined ? {} : { categoryRule: rule }) },
    })),
  });
  await countInNewCategories(tx, organizationId, edits);
  return rows;
}

/** Last, because these rows are shared: a concurrent edit of other transactions waits for them. */
const countInNewCategories = (tx: Tx, organizationId: OrganizationId, edits: readonly TransactionEdit[]) =>
  recount(
    tx,
    organizationId,
    edits
      .filter(({ before, categoryId }) => isCounted(before) && before.category_id !== categoryId)
      .map(({ before, categoryId }) => ({
        accountId: before.account_id,
        createdAt: before.created_at,
        amountMinor: before.amount_minor,
        categoryId: before.category_id,
        nextCategoryId: categoryId,
      })),
  );

const AFTER_MS = 1_000;

const justAfter = (row: TransactionRow): Date =>
  plusMs(
    new Date(Math.max(...[row.created_at, row.posted_at, row.failed_at].map((at) => at?.getTime() ?? 0))),
    AFTER_MS,
  );

/** The note as it is shown. */
export const noteOf = (row: TransactionRow): string | null => (row.note_edited ? row.edited_note : row.note);

/** The members that differ between the two rows, with their values in `of`. */
function changesOf(before: TransactionRow, after: TransactionRow, of: TransactionRow): Members {
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
