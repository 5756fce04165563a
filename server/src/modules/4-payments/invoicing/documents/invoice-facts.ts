import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { readAccountNumbers } from "#money/accounts";
import { findOrganization } from "#records/identity";
import type { CustomerAddress, CustomerRow } from "../customers/customer.ts";
import { findCustomer } from "../customers/customers.queries.ts";
import { dueMinorOf, type InvoiceLineRow, type InvoiceRow } from "../invoices/invoice.ts";
import { payUrlOf, slugOf } from "../invoices/invoice-slug.ts";
import { findLines } from "../invoices/invoices.queries.ts";

/** Everything that the customer may know of an invoice: for its PDF, its emails, and its pay page. */
export interface InvoiceFacts {
  readonly organizationName: string;
  /** The organization's address, if the operator has entered it (`bursar org address`). */
  readonly organizationAddress: PostalLines | undefined;
  readonly customer: CustomerRow;
  readonly row: InvoiceRow;
  readonly lines: readonly InvoiceLineRow[];
  readonly subtotalMinor: bigint;
  readonly dueMinor: bigint;
  readonly payUrl: string;
  /** Where to send a transfer, and what to write into it; undefined once nothing is due. */
  readonly transfer: TransferInstructions | undefined;
  readonly isSandbox: boolean;
}

/** A postal address, of the organization or of a customer. */
export type PostalLines = Omit<CustomerAddress, "name" | "address2"> & { readonly address2?: string | null };

export interface TransferInstructions {
  readonly beneficiary: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly reference: string;
}

export async function readInvoiceFacts(
  service: Pick<Service, "vault" | "config">,
  db: Queryable,
  { organizationId, row }: { organizationId: OrganizationId; row: InvoiceRow },
): Promise<InvoiceFacts> {
  const organization = present(await findOrganization(db, organizationId), "an invoice has an organization");
  const beneficiary = organization.legalBusinessName;
  const accountId = row.destination_account_id;
  const numbers = await readAccountNumbers(service, db, { organizationId, accountId });
  const lines = await findLines(db, organizationId, row.invoice_id);
  const sumMinor = lines.reduce((sum, line) => sum + line.amount_minor + line.tax_minor, 0n);
  assert(sumMinor === row.amount_minor, "an invoice is the sum of its lines and their taxes");
  const isOpen = row.status === "Unpaid" || row.status === "Processing";
  return {
    organizationName: beneficiary,
    organizationAddress: organization.legalAddress,
    customer: present(await findCustomer(db, organizationId, row.customer_id), "an invoice has a customer"),
    row,
    lines,
    subtotalMinor: row.amount_minor - row.tax_minor,
    dueMinor: dueMinorOf(row),
    payUrl: payUrlOf(service.config, slugOf(service, organizationId, row)),
    transfer: isOpen && numbers ? { beneficiary, ...numbers, reference: row.invoice_number } : undefined,
    isSandbox: service.config.mode === "sandbox",
  };
}
