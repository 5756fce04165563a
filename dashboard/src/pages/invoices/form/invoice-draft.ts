import type { CreateInvoiceRequest, Invoice } from "#api/generated/types.gen.ts";
import { numberOf, priceOf, type TypedLine } from "./draft-totals.ts";
import { daysAfter } from "./terms.ts";

/** The form's values. */
export interface InvoiceDraft {
  readonly customerId: string;
  readonly destinationAccountId: string;
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly dueDate: string;
  readonly servicePeriodStartDate: string;
  readonly servicePeriodEndDate: string;
  readonly poNumber: string;
  readonly payerMemo: string;
  readonly internalNote: string;
  readonly ccEmails: string;
  readonly achDebitEnabled: boolean;
  readonly useRealAccountNumber: boolean;
  readonly lines: readonly TypedLine[];
}

let lineKeys = 0;
export const emptyLine = (): TypedLine => {
  lineKeys += 1;
  return { key: `line-${lineKeys}`, name: "", quantity: "1", unitPrice: "", salesTaxRate: "" };
};

const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", dateStyle: "short" }).format(at);

export const newDraft = (customerId: string, destinationAccountId: string, now: Date): InvoiceDraft => ({
  customerId,
  destinationAccountId,
  invoiceNumber: "",
  invoiceDate: dayOf(now),
  dueDate: daysAfter(dayOf(now), 30),
  servicePeriodStartDate: "",
  servicePeriodEndDate: "",
  poNumber: "",
  payerMemo: "",
  internalNote: "",
  ccEmails: "",
  achDebitEnabled: true,
  useRealAccountNumber: true,
  lines: [emptyLine()],
});

export const invoiceDraftOf = (invoice: Invoice): InvoiceDraft => ({
  customerId: invoice.customerId,
  destinationAccountId: invoice.destinationAccountId,
  invoiceNumber: invoice.invoiceNumber,
  invoiceDate: invoice.invoiceDate,
  dueDate: invoice.dueDate,
  servicePeriodStartDate: invoice.servicePeriodStartDate ?? "",
  servicePeriodEndDate: invoice.servicePeriodEndDate ?? "",
  poNumber: invoice.poNumber ?? "",
  payerMemo: invoice.payerMemo ?? "",
  internalNote: invoice.internalNote ?? "",
  ccEmails: invoice.ccEmails.join(", "),
  achDebitEnabled: invoice.achDebitEnabled,
  useRealAccountNumber: invoice.useRealAccountNumber,
  lines: invoice.lineItems.map(({ name, quantity, unitPrice, salesTaxRate }) => ({
    ...emptyLine(),
    name,
    quantity: String(quantity),
    unitPrice: String(unitPrice),
    salesTaxRate: salesTaxRate === null ? "" : String(salesTaxRate),
  })),
});

/** The members that creating and replacing an invoice share. */
export const invoiceBodyOf = (
  draft: InvoiceDraft,
): Omit<CreateInvoiceRequest, "customerId" | "destinationAccountId"> => ({
  invoiceDate: draft.invoiceDate,
  dueDate: draft.dueDate,
  servicePeriodStartDate: draft.servicePeriodStartDate || null,
  servicePeriodEndDate: draft.servicePeriodEndDate || null,
  poNumber: draft.poNumber || null,
  payerMemo: draft.payerMemo || null,
  internalNote: draft.internalNote || null,
  ccEmails: draft.ccEmails
    .split(/[\s,;]+/)
    .map((email) => email.trim())
    .filter((email) => email !== ""),
  achDebitEnabled: draft.achDebitEnabled,
  creditCardEnabled: false,
  useRealAccountNumber: draft.useRealAccountNumber,
  lineItems: draft.lines.map(({ name, quantity, unitPrice, salesTaxRate }) => ({
    name,
    quantity: numberOf(quantity) ?? 0,
    unitPrice: priceOf(unitPrice) ?? 0,
    salesTaxRate: salesTaxRate.trim() === "" ? null : (numberOf(salesTaxRate) ?? -1),
  })),
});
