import { createHash } from "node:crypto";
import { renderPdf } from "#kernel/pdf/render-pdf.ts";
import type { PaperBrand } from "#records/brand";
import type { InvoiceFacts } from "./invoice-facts.ts";
import { invoicePdf } from "./invoice-pdf.ts";

export interface InvoiceFile {
  readonly fileName: string;
  readonly contentType: "application/pdf";
  readonly content: Buffer;
}

/**
 * The invoice as a file. Drawn in a thread of its own, so never inside a transaction. Customers download the same file
 * often, and one of them could otherwise keep the thread busy; a file is found by its whole content.
 */
export async function invoiceFile(facts: InvoiceFacts, brand: PaperBrand): Promise<InvoiceFile> {
  const number = facts.row.invoice_number.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 60);
  const document = invoicePdf(facts, brand);
  const key = createHash("sha256").update(JSON.stringify(document)).digest("base64");
  return {
    fileName: `invoice-${number}.pdf`,
    contentType: "application/pdf",
    content: await remembered(key, () => renderPdf(document)),
  };
}

const RECENT_MAX = 16;
/** Files by the digest of their document, the least recently used first. */
const recent = new Map<string, Promise<Buffer>>();

function remembered(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const file = recent.get(key) ?? draw();
  recent.delete(key);
  recent.set(key, file);
  for (const oldest of [...recent.keys()].slice(0, -RECENT_MAX)) recent.delete(oldest);
  file.catch(() => recent.delete(key));
  return file;
}
