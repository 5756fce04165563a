import { useQuery } from "@tanstack/react-query";
import { getCustomerOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { InvoicePaper } from "../invoice-paper.tsx";
import { draftTotals, priceOf } from "./draft-totals.ts";
import type { InvoiceDraft } from "./invoice-draft.ts";

/** The paper while the invoice is typed. */
export function DraftPreview({ draft }: { readonly draft: InvoiceDraft }) {
  const { customerId, lines } = draft;
  const customer = useQuery({ ...getCustomerOptions({ path: { customerId } }), enabled: customerId !== "" });
  const { subtotal, tax, total, lines: amounts } = draftTotals(lines);
  return (
    <InvoicePaper
      customer={customer.data}
      invoice={{
        invoiceNumber: draft.invoiceNumber.trim(),
        invoiceDate: draft.invoiceDate,
        dueDate: draft.dueDate,
        poNumber: draft.poNumber.trim() || null,
        servicePeriod: [draft.servicePeriodStartDate, draft.servicePeriodEndDate].filter((day) => day !== ""),
        payerMemo: draft.payerMemo.trim() || null,
        lines: lines.map(({ key, name, quantity, unitPrice, salesTaxRate }, at) => ({
          key,
          name,
          quantity,
          unitPrice: priceOf(unitPrice),
          salesTaxRate: salesTaxRate.trim() || undefined,
          amount: amounts[at],
        })),
        subtotal,
        salesTax: tax,
        total,
        paid: 0,
        due: total,
      }}
    />
  );
}
