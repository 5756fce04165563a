import { HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { firstIdAt } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import type { CustomerRow } from "../customers/customer.ts";
import type { InvoiceRow } from "../invoices/invoice.ts";
import { unpaidOfCustomer } from "../invoices/invoices.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import type { LetterId, LetterKind } from "./letter-row.ts";
import { countLettersSince, insertLetter } from "./letters.queries.ts";

/** Emails about invoices that an organization's users and tokens may cause within an hour. */
const PER_HOUR_MAX = 500;
const RESENT_MAX = 100;

/** Whom a letter goes to: the customer, and those who get copies. */
export const recipientsOf = (row: InvoiceRow, customer: CustomerRow): string[] => {
  const copies = row.cc_emails.filter((email) => email.toLowerCase() !== customer.email.toLowerCase());
  return [customer.email, ...copies];
};

/**
 * Writes the intent to email an invoice; the job sends it after the commit. Refuses with `tooManyInvoiceMails`.
 */
export async function queueLetter(
  service: Service,
  tx: Tx,
  { caller, row, customer, kind }: { caller: Caller; row: InvoiceRow; customer: CustomerRow; kind: LetterKind },
): Promise<void> {
  const { organizationId } = caller;
  const now = service.clock.now();
  const recipients = recipientsOf(row, customer);
  const { count } = await countLettersSince(tx, organizationId, firstIdAt(plusMs(now, -HOUR_MS)));
  if (Number(count) + recipients.length > PER_HOUR_MAX)
    throw refuseInvoicing("tooManyInvoiceMails", {
      details: { limit: PER_HOUR_MAX },
      headers: { "retry-after": String(HOUR_MS / 1000) },
    });
  await insertLetter(tx, organizationId, {
    letter_id: service.newId<LetterId>(),
    invoice_id: row.invoice_id,
    kind,
    reminder_day: null,
    addresses: recipients,
    created_at: now,
    created_by_user: caller.userId,
    created_by_token: caller.tokenId,
  });
  await recordAudit(service, tx, {
    organizationId,
    actor: actorOf(caller),
    entries: [
      { action: `invoice.email`, resourceType: "invoice", resourceId: row.invoice_id, after: { kind, recipients } },
    ],
  });
}

/** Emails a customer's unpaid invoices again, the oldest hundred. Refuses with `tooManyInvoiceMails`. */
export async function resendOpenInvoices(
  service: Service,
  tx: Tx,
  { caller, customer }: { caller: Caller; customer: CustomerRow },
): Promise<void> {
  for (const row of await unpaidOfCustomer(tx, caller.organizationId, customer.customer_id, RESENT_MAX))
    await queueLetter(service, tx, { caller, row, customer, kind: "invoice" });
}
