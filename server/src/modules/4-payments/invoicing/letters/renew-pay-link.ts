import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, actorOf } from "#records/audit";
import type { Caller } from "#records/identity";
import { findCustomer } from "../customers/customers.queries.ts";
import { type InvoiceRow, payLinkExpiresAt } from "../invoices/invoice.ts";
import { auditInvoice } from "../invoices/invoice-audit.ts";
import { lockInvoice, setNewPayLink } from "../invoices/invoices.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import { queueLetter } from "./queue-letter.ts";

interface Renewal {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  /** Locked. */
  readonly row: InvoiceRow;
}

async function renew(service: Service, tx: Tx, { organizationId, actor, row }: Renewal): Promise<void> {
  const renewed = { ...row, ...(await setNewPayLink(tx, organizationId, row.invoice_id, service.clock.now())) };
  const more = { payLinkExpiresAt: payLinkExpiresAt(renewed).toISOString() };
  await auditInvoice(service, tx, { organizationId, actor, action: "renewLink", row: renewed, before: row, more });
}

/** An email about an invoice never has a link that no longer works. */
export const renewIfExpired = async (service: Service, tx: Tx, renewal: Renewal): Promise<void> => {
  if (payLinkExpiresAt(renewal.row) <= service.clock.now()) await renew(service, tx, renewal);
};

/**
 * Replaces the link of an invoice's pay page and emails the new one. Refuses with `resourceNotFound`, also if the customer
 * was deleted, `invoiceNotOpen`, or `tooManyInvoiceMails`.
 */
export async function renewPayLink(
  service: Service,
  tx: Tx,
  { caller, invoiceId }: { caller: Caller; invoiceId: string },
): Promise<void> {
  const { organizationId } = caller;
  const row = await lockInvoice(tx, organizationId, invoiceId);
  if (row === undefined) throw notFound("invoice");
  const customer = await findCustomer(tx, organizationId, row.customer_id);
  if (customer === undefined || customer.deleted_at !== null) throw notFound("customer");
  if (row.status === "Cancelled") throw refuseInvoicing("invoiceNotOpen", { details: { status: row.status } });
  await queueLetter(service, tx, { caller, row, customer, kind: "invoice" });
  await renew(service, tx, { organizationId, actor: actorOf(caller), row });
}
