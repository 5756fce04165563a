import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { type Actor, recordAudit } from "#records/audit";
import type { InvoiceLineRow, InvoiceRow } from "./invoice.ts";
import { renderLine } from "./render-invoice.ts";

type Shown = Readonly<Record<string, unknown>>;

const shown = ({ row, lines }: AuditedInvoice): Shown => ({
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
  servicePeriodStartDate: row.service_period_start,
  servicePeriodEndDate: row.service_period_end,
  poNumber: row.po_number,
  payerMemo: row.payer_memo,
  internalNote: row.internal_note,
  ...(lines === undefined ? {} : { lineItems: lines.map(renderLine) }),
});

interface AuditedInvoice {
  readonly row: InvoiceRow;
  readonly lines: readonly InvoiceLineRow[] | undefined;
}

/** The members that differ; all of a new invoice. */
function changesOf(before: Shown, after: Shown): { before: Shown; after: Shown } {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const of = (values: Shown) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: of(before), after: of(after) };
}

export interface InvoiceAudit {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  readonly action:
    | "create"
    | "update"
    | "cancel"
    | "collect"
    | "release"
    | "pay"
    | "payPart"
    | "reopen"
    | "lessen"
    | "renewLink";
  readonly row: InvoiceRow;
  /** Where they may have changed. */
  readonly lines?: readonly InvoiceLineRow[];
  readonly before?: InvoiceRow;
  readonly linesBefore?: readonly InvoiceLineRow[];
  /** What else is known, such as the payment. */
  readonly more?: Shown;
}

/** One audit row for a change of an invoice. */
export const auditInvoice = (
  service: Service,
  tx: Tx,
  { organizationId, actor, action, row, lines, before, linesBefore, more = {} }: InvoiceAudit,
): Promise<void> => {
  const after = shown({ row, lines });
  const changes = before === undefined ? { after } : changesOf(shown({ row: before, lines: linesBefore }), after);
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
