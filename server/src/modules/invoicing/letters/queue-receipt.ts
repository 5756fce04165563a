import { present } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { findCustomer } from "../customers/customers.queries.ts";
import type { InvoiceRow } from "../invoices/invoice.ts";
import type { LetterId } from "./letter-row.ts";
import { insertLetter, lettersOf } from "./letters.queries.ts";
import { recipientsOf } from "./queue-letter.ts";

/** A receipt for a paid invoice, if the invoice was emailed; other invoices were sent in another way, and so are their receipts. */
export async function queueReceipt(
  service: Service,
  tx: Tx,
  { organizationId, row }: { organizationId: OrganizationId; row: InvoiceRow },
): Promise<void> {
  const letters = await lettersOf(tx, organizationId, row.invoice_id);
  if (!letters.some(({ kind }) => kind === "invoice")) return;
  const customer = present(await findCustomer(tx, organizationId, row.customer_id), "an invoice has a customer");
  await insertLetter(tx, organizationId, {
    letter_id: service.newId<LetterId>(),
    invoice_id: row.invoice_id,
    kind: "receipt",
    reminder_day: null,
    addresses: recipientsOf(row, customer),
    created_at: service.clock.now(),
    created_by_user: null,
    created_by_token: null,
  });
}
