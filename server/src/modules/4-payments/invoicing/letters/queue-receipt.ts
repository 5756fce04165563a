import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findProvenCustomer } from "../customers/customers.queries.ts";
import type { InvoiceRow } from "../invoices/invoice.ts";
import type { LetterId } from "./letter-row.ts";
import { insertLetter, lettersOf } from "./letters.queries.ts";
import { recipientsOf } from "./queue-letter.ts";
import { renewIfExpired } from "./renew-pay-link.ts";

/**
 * A receipt for a paid invoice, if the invoice was emailed; other invoices were sent in another way, and so are their
 * receipts. A payment that is matched again within a day gets no second one.
 */
export async function queueReceipt(
  service: Service,
  tx: Tx,
  { organizationId, row }: { organizationId: OrganizationId; row: InvoiceRow },
): Promise<void> {
  const letters = await lettersOf(tx, organizationId, row.invoice_id);
  if (!letters.some(({ kind }) => kind === "invoice")) return;
  const now = service.clock.now();
  const since = plusMs(now, -DAY_MS);
  if (letters.some(({ kind, created_at: at }) => kind === "receipt" && at > since)) return;
  // The payment counts, even if nobody can say where its receipt should go.
  const customer = await findProvenCustomer(tx, organizationId, row.customer_id);
  if (customer === undefined) return;
  await insertLetter(tx, organizationId, {
    letter_id: service.newId<LetterId>(),
    invoice_id: row.invoice_id,
    kind: "receipt",
    reminder_day: null,
    addresses: recipientsOf(row, customer),
    created_at: now,
    created_by_user: null,
    created_by_token: null,
  });
  await renewIfExpired(service, tx, { organizationId, actor: { type: "service" }, row });
}
