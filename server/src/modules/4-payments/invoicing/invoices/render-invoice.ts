import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { numberFromTenThousandths } from "../amounts/decimals.ts";
import type { InvoiceLineRow, InvoiceRow } from "./invoice.ts";
import type { Invoice, InvoiceSummary } from "./invoice-schemas.ts";
import { slugOf } from "./invoice-slug.ts";
import { findLines } from "./invoices.queries.ts";

export const renderSummary = (
  service: Pick<Service, "vault">,
  organizationId: OrganizationId,
  row: InvoiceRow,
): InvoiceSummary => ({
  id: row.invoice_id,
  slug: slugOf(service, organizationId, row),
  status: row.status,
  amount: dollarsFromMinor(row.amount_minor),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  canceledAt: row.canceled_at?.toISOString() ?? null,
  customerId: row.customer_id,
  destinationAccountId: row.destination_account_id,
  currencyCode: row.currency_code,
  invoiceDate: row.invoice_date,
  dueDate: row.due_date,
  invoiceNumber: row.invoice_number,
  ccEmails: row.cc_emails,
  achDebitEnabled: row.ach_debit_enabled,
  creditCardEnabled: row.credit_card_enabled,
  useRealAccountNumber: row.use_real_account_number,
  poNumber: row.po_number,
  payerMemo: row.payer_memo,
  internalNote: row.internal_note,
});

export const renderLine = (line: InvoiceLineRow): Invoice["lineItems"][number] => ({
  name: line.name,
  quantity: numberFromTenThousandths(line.quantity_e4),
  unitPrice: dollarsFromMinor(line.unit_price_minor),
  salesTaxRate: line.tax_rate_e4 === null ? null : numberFromTenThousandths(line.tax_rate_e4),
});

export async function renderInvoice(
  service: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, row }: { organizationId: OrganizationId; row: InvoiceRow },
): Promise<Invoice> {
  return {
    ...renderSummary(service, organizationId, row),
    servicePeriodStartDate: row.service_period_start,
    servicePeriodEndDate: row.service_period_end,
    lineItems: (await findLines(db, organizationId, row.invoice_id)).map(renderLine),
  };
}
