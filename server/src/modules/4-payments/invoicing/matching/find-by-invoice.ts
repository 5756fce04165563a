import { assert } from "#kernel/assert.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { lookUp, narrowed, searchedWords } from "#records/search";
import { paymentsOfInvoices } from "./matching.queries.ts";

/** Words of more invoices than these are too common to name one. */
const INVOICES_MAX = 200;
const FOUND_MAX = 200;

/** The newest payments matched with the invoices whose number has all words of a search; none if all are common. */
export async function findByInvoice(
  db: Queryable,
  organizationId: OrganizationId,
  search: string | undefined,
): Promise<readonly TransactionId[]> {
  const words = searchedWords(search) ?? [];
  if (words.length === 0) return [];
  const looked = await lookUp(db, organizationId, { kind: "invoice", words, most: INVOICES_MAX });
  const { ids: invoiceIds = [] } = narrowed(looked);
  if (invoiceIds.length === 0) return [];
  const rows = await paymentsOfInvoices(db, organizationId, { invoiceIds, limit: FOUND_MAX });
  assert(rows.length <= FOUND_MAX, "a search is bounded");
  return rows.map(({ transaction_id: id }) => id);
}
