import { useQuery } from "@tanstack/react-query";
import {
  listRequestAttachmentsOptions,
  listTransactionAttachmentsOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import { deleteTransactionAttachment } from "../../api/generated/sdk.gen.ts";
import type { Transaction } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { FileList } from "../../ui/files/file-list.tsx";
import { FilesSection } from "../../ui/files/files-section.tsx";
import { Section } from "../../ui/page/section.tsx";

/** A transaction's own files, and those that approvers saw with its request. */
export function TransactionFiles({ transaction }: { readonly transaction: Transaction }) {
  const { id: transactionId, requestId } = transaction;
  const mayAttach = useRight("updateTransactions");
  const query = useQuery(listTransactionAttachmentsOptions({ path: { transactionId } }));
  return (
    <>
      {requestId !== null && <RequestFiles requestId={requestId} />}
      <FilesSection
        query={query}
        path={`/transaction/${transactionId}/attachments`}
        empty="No receipts or other files."
        target="this transaction"
        mayAttach={mayAttach}
        mayDelete={() => mayAttach}
        onDelete={(attachmentId) =>
          deleteTransactionAttachment({ path: { transactionId, attachmentId }, throwOnError: true })
        }
      />
    </>
  );
}

function RequestFiles({ requestId }: { readonly requestId: string }) {
  const mayRead = useRight("fetchSendMoneyRequests");
  const files = useQuery({ ...listRequestAttachmentsOptions({ path: { requestId } }), enabled: mayRead, retry: false });
  const attachments = files.data?.attachments ?? [];
  if (attachments.length === 0) return null;
  return (
    <Section title="Files of the approval request">
      <FileList files={attachments} />
    </Section>
  );
}
