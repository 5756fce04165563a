import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { dollarsFromMinor } from "../../../kernel/values/money.ts";
import { type Actor, recordAudit } from "../../audit/index.ts";
import type { InvoiceRow } from "./invoice.ts";

type Shown = Readonly<Record<string, unknown>>;

const shown = (row: InvoiceRow): Shown => ({
  invoiceNumber: row.invoice_number,
  customerId: row.customer_id,
  destinationAccountId: row.destination_account_id,
  status: row.status,
  amount: dollarsFromMinor(row.amount_minor),
  paid: dollarsFromMinor(row.paid_minor),
  invoiceDate: row.invoice_date,
  dueDate: row.due_date,
  ccEmails: row.cc_emails,
  achDebitEnabled: row.ach_debit_enabled,
  useRealAccountNumber: row.use_real_account_number,
});

/** The members that differ; all of a new invoice. */
function changesOf(before: Shown, after: Shown): { before: Shown; after: Shown } {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const of = (values: Shown) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: of(before), after: of(after) };
}

export interface InvoiceAudit {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly action: "create" | "update" | "cancel" | "collect" | "release" | "pay" | "payPart" | "reopen" | "reduce";
  readonly row: InvoiceRow;
  readonly before?: InvoiceRow;
  /** What else is known, such as the payment. */
  readonly more?: Shown;
}

/** One audit row for a change of an invoice. */
export const auditInvoice = (
  service: Service,
  tx: Tx,
  { organizationId, actor, action, row, before, more = {} }: InvoiceAudit,
): Promise<void> => {
  const changes = before === undefined ? { after: shown(row) } : changesOf(shown(before), shown(row));
  return recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: `invoice.${action}`,
        resourceType: "invoice",
        resourceId: row.invoice_id,
        ...changes,
        after: { ...changes.after, ...more },
      },
    ],
  });
};
