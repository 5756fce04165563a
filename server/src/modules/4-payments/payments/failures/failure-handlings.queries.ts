import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { Id, OrganizationId, TransactionId, UserId } from "#kernel/values/ids.ts";
import { exceptionKey, listByKeyset, type TransactionFilter } from "../transactions/transactions.queries.ts";

export type HandlingId = Id<"failureHandling">;

/** Table: failure_handlings. */
export interface HandlingRow {
  readonly handling_id: HandlingId;
  readonly transaction_id: TransactionId;
  readonly note: string | null;
  readonly handled_by: UserId;
  readonly handled_at: Date;
}

/** How a failed payment was handled; undefined if nobody has marked it, or the mark was undone. */
export const findHandling = (db: Queryable, organizationId: OrganizationId, transactionId: TransactionId) =>
  db.maybe<HandlingRow>(sql`
  select handling_id, transaction_id, note, handled_by, handled_at from failure_handlings
   where organization_id = ${organizationId} and transaction_id = ${transactionId} and undone_at is null`);

/** The caller holds the lock of the transaction. */
export const insertHandling = (tx: Tx, organizationId: OrganizationId, row: HandlingRow) =>
  tx.run(sql`
  insert into failure_handlings (organization_id, handling_id, transaction_id, note, handled_by, handled_at)
  values (${organizationId}, ${row.handling_id}, ${row.transaction_id}, ${row.note}, ${row.handled_by}, ${row.handled_at})`);

/** Returns the number of handlings undone: none if it was undone before. The caller holds the lock of the transaction. */
export const undoHandlingRow = (
  tx: Tx,
  organizationId: OrganizationId,
  { handlingId, by, at }: { readonly handlingId: HandlingId; readonly by: UserId; readonly at: Date },
) =>
  tx.run(sql`
  update failure_handlings set undone_by = ${by}, undone_at = ${at}
   where organization_id = ${organizationId} and handling_id = ${handlingId} and undone_at is null`);

/** The payments of a filter that only failed ones match, those made last first. */
export const latestFailures = (db: Queryable, filter: TransactionFilter, limit: number) =>
  listByKeyset(db, filter, { condition: sql`true`, order: sql`${exceptionKey} desc`, descending: true, limit });
