import type { Queryable } from "#kernel/sql/database.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { Caller } from "#records/identity";
import { isOverdue } from "../invoices/invoice.ts";
import { activeMatchesOf, type IncomingPaymentRow, type MatchRow } from "../matching/matching.queries.ts";
import { type InvoiceListRow, labelsOf } from "./overview.queries.ts";
import type { IncomingPayment, InvoiceActivity, InvoiceRowView } from "./overview-schemas.ts";

export const renderMatch = (
  row: MatchRow,
  { invoiceNumber, canChange }: { invoiceNumber: string; canChange: boolean },
): InvoiceActivity["matches"][number] => ({
  id: row.match_id,
  transactionId: row.transaction_id,
  invoiceId: row.invoice_id,
  invoiceNumber,
  amount: dollarsFromMinor(row.amount_minor),
  source: row.source,
  status: row.status,
  matchedAt: row.matched_at.toISOString(),
  undoneAt: row.undone_at?.toISOString() ?? null,
  canUndo: canChange && row.status === "active" && row.source !== "achDebit",
});

/** Payments with their active matches. */
export async function renderPayments(
  db: Queryable,
  caller: Caller,
  rows: readonly IncomingPaymentRow[],
): Promise<IncomingPayment[]> {
  const { organizationId } = caller;
  const matches = await activeMatchesOf(
    db,
    organizationId,
    rows.map((row) => row.transaction_id),
  );
  const labels = new Map(
    (
      await labelsOf(
        db,
        organizationId,
        matches.map((match) => match.invoice_id),
      )
    ).map((row) => [row.invoice_id, row]),
  );
  const canChange = caller.scopes.has("modifyInvoices") && caller.person !== undefined;
  const byPayment = Map.groupBy(matches, (match) => match.transaction_id);
  return rows.map((row) => ({
    id: row.transaction_id,
    accountId: row.account_id,
    payerName: row.payer_name,
    memo: row.memo,
    amount: dollarsFromMinor(row.amount_minor),
    amountMatched: dollarsFromMinor(row.matched_minor),
    receivedAt: row.received_at.toISOString(),
    status: row.status,
    matches: (byPayment.get(row.transaction_id) ?? []).map((match) =>
      renderMatch(match, { invoiceNumber: labels.get(match.invoice_id)?.invoice_number ?? "", canChange }),
    ),
  }));
}

export const renderRow = (row: InvoiceListRow, today: string): InvoiceRowView => ({
  id: row.invoice_id,
  invoiceNumber: row.invoice_number,
  customerId: row.customer_id,
  customerName: row.customer_name,
  status: row.status,
  isOverdue: isOverdue(row, today),
  amount: dollarsFromMinor(row.amount_minor),
  amountDue: row.status === "Cancelled" ? 0 : dollarsFromMinor(row.amount_minor - row.paid_minor),
  invoiceDate: row.invoice_date,
  dueDate: row.due_date,
});
