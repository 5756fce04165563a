import type { Static } from "typebox";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import type { CursorQuery, PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { FileKey } from "../bank-file.ts";
import { ignorableSubject, nextStepOf } from "./file-item.ts";
import type { FileItemSchema } from "./item-schemas.ts";
import {
  findItem,
  type ItemFilter,
  type ItemRow,
  itemKey,
  itemsOfFile,
  itemWithId,
  pageOfItems,
} from "./items.queries.ts";

export type ShownItem = Static<typeof FileItemSchema>;

/** Items that are shown with their file. */
export const ITEMS_SHOWN_MAX = 1_000;

/** A page of the organization's items, the latest first by default. Refuses unknown cursors. */
export async function listItems(
  service: Pick<Service, "database">,
  organizationId: OrganizationId,
  { filter, query }: { readonly filter: ItemFilter; readonly query: CursorQuery },
): Promise<{ readonly items: readonly ShownItem[]; readonly page: PageBounds }> {
  const keyset = await keysetOf(query, {
    column: itemKey,
    defaultOrder: "desc",
    exists: (id) => findsRow(service.database, itemWithId(organizationId, id)),
  });
  const found = await pageOfItems(service.database, organizationId, { filter, keyset });
  const { rows, page } = keyset.finish(found, (row) => row.item_id);
  return { items: rows.map(renderItem), page };
}

/** The first items of a file, in its order. */
export const itemsShownOf = async (db: Queryable, file: FileKey): Promise<readonly ShownItem[]> =>
  (await itemsOfFile(db, file, { limit: ITEMS_SHOWN_MAX })).map(renderItem);

/** Undefined if there is none. */
export const showItem = async (
  db: Queryable | Tx,
  organizationId: OrganizationId,
  itemId: string,
): Promise<ShownItem | undefined> => {
  const row = await findItem(db, organizationId, itemId);
  return row && renderItem(row);
};

const renderItem = (row: ItemRow): ShownItem => ({
  id: row.item_id,
  fileId: row.file_id,
  fileName: row.file_name,
  rail: row.rail,
  state: row.state,
  kind: row.kind,
  place: row.place,
  reason: row.reason,
  code: row.code,
  reference: row.reference,
  amount: row.amount_minor === null ? null : dollarsFromMinor(row.amount_minor),
  currency: row.currency,
  subject: row.subject,
  assignable: row.state === "open" && row.answer !== null,
  ignorable: row.state === "open" && ignorableSubject(row) !== undefined,
  transactionId: row.transaction_id,
  nextStep: row.state === "open" ? nextStepOf(row.kind) : null,
  actBy: row.act_by,
  recordedAt: row.recorded_at.toISOString(),
  note: row.note,
  decidedAt: row.decided_at?.toISOString() ?? null,
});
