import { useQuery } from "@tanstack/react-query";
import { listRecipientAttachmentsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { deleteRecipientAttachment } from "../../api/generated/sdk.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { FilesSection } from "../../ui/files/files-section.tsx";

/** Tax forms and other files. */
export function RecipientFiles({ recipientId }: { readonly recipientId: string }) {
  const mayEdit = useRight("editRecipients");
  const query = useQuery(listRecipientAttachmentsOptions({ path: { recipientId } }));
  return (
    <FilesSection
      query={query}
      path={`/recipient/${recipientId}/attachments`}
      empty="No tax form or other files."
      target="this recipient"
      mayAttach={mayEdit}
      mayDelete={() => mayEdit}
      onDelete={(attachmentId) =>
        deleteRecipientAttachment({ path: { recipientId, attachmentId }, throwOnError: true })
      }
    />
  );
}
