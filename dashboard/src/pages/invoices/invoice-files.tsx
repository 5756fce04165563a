import { useQuery } from "@tanstack/react-query";
import { listInvoiceAttachmentsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { deleteInvoiceAttachment } from "../../api/generated/sdk.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { FilesSection } from "../../ui/files/files-section.tsx";

/** The files of an invoice, which the customer does not see. */
export function InvoiceFiles({ invoiceId }: { readonly invoiceId: string }) {
  const mayChange = useRight("modifyInvoices");
  const query = useQuery(listInvoiceAttachmentsOptions({ path: { invoiceId } }));
  return (
    <FilesSection
      query={query}
      path={`/ar/invoices/${invoiceId}/attachments`}
      empty="No files. The customer does not see files attached here."
      target="this invoice"
      mayAttach={mayChange}
      mayDelete={() => mayChange}
      onDelete={(attachmentId) => deleteInvoiceAttachment({ path: { invoiceId, attachmentId }, throwOnError: true })}
    />
  );
}
