import { renderPdf } from "../../../kernel/pdf/render-pdf.ts";
import type { InvoiceFacts } from "./invoice-facts.ts";
import { invoicePdf } from "./invoice-pdf.ts";

export interface InvoiceFile {
  readonly fileName: string;
  readonly contentType: "application/pdf";
  readonly content: Buffer;
}

/** The invoice as a file. Drawn in a thread of its own, so never inside a transaction. */
export async function invoiceFile(facts: InvoiceFacts): Promise<InvoiceFile> {
  const number = facts.row.invoice_number.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60);
  return {
    fileName: `invoice-${number}.pdf`,
    contentType: "application/pdf",
    content: Buffer.from(await renderPdf(invoicePdf(facts))),
  };
}
