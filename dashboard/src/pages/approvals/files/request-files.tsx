import { useQuery } from "@tanstack/react-query";
import { listRequestAttachmentsOptions } from "../../../api/generated/@tanstack/react-query.gen.ts";
import { deleteRequestAttachment } from "../../../api/generated/sdk.gen.ts";
import { useRight, useSession } from "../../../app/session/session.ts";
import { FilesSection } from "../../../ui/files/files-section.tsx";
import type { ReviewedRequest } from "../decisions.ts";

/** What the requester attached. A file added after a decision is marked, because earlier reviewers did not see it. */
export function RequestFiles({ review }: { readonly review: ReviewedRequest }) {
  const { request, reviews } = review;
  const { requestId } = request;
  const { user } = useSession();
  const mayRequest = useRight("requestSendMoney");
  const query = useQuery(listRequestAttachmentsOptions({ path: { requestId } }));
  const isOpen = request.status === "pendingApproval";
  const firstReviewAt = reviews.map(({ at }) => at).sort()[0];
  return (
    <FilesSection
      query={query}
      path={`/request-send-money/${requestId}/attachments`}
      empty="No invoice or other files."
      mayAttach={mayRequest && isOpen}
      mayDelete={({ uploadedByUserId }) =>
        mayRequest && isOpen && firstReviewAt === undefined && uploadedByUserId === user.userId
      }
      noteOf={({ uploadedAt }) =>
        firstReviewAt !== undefined && uploadedAt > firstReviewAt ? "Added after the first decision" : undefined
      }
      onDelete={(attachmentId) => deleteRequestAttachment({ path: { requestId, attachmentId }, throwOnError: true })}
    />
  );
}
