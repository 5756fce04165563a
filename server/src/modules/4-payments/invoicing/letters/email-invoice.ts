import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { actorOf } from "#records/audit";
import type { Caller } from "#records/identity";
import { findCustomer } from "../customers/customers.queries.ts";
import { lockInvoice } from "../invoices/invoices.queries.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import { queueLetter } from "./queue-letter.ts";
import { renewIfExpired } from "./renew-pay-link.ts";

/**
 * Emails an invoice or a reminder, as a person decided. Refuses with `resourceNotFound`, also if the customer was
 * deleted, `invoiceNotOpen`, or `tooManyInvoiceMails`.
 */
export async function emailInvoice(
  service: Service,
  tx: Tx,
  { caller, invoiceId, kind }: { caller: Caller; invoiceId: string; kind: "invoice" | "reminder" },
): Promise<void> {
  const row = await lockInvoice(tx, caller.organizationId, invoiceId);
  if (row === undefined) throw notFound("invoice");
  const customer = await findCustomer(tx, caller.organizationId, row.customer_id);
  if (customer === undefined || customer.deleted_at !== null) throw notFound("customer");
  const isOpen = kind === "reminder" ? row.status === "Unpaid" : row.status !== "Cancelled";
  if (!isOpen) throw refuseInvoicing("invoiceNotOpen", { details: { status: row.status } });
  await queueLetter(service, tx, { caller, row, customer, kind });
  await renewIfExpired(service, tx, { organizationId: caller.organizationId, actor: actorOf(caller), row });
}
