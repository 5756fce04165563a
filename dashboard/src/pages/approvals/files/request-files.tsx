import { deleteRequestAttachment } from "#api/generated/sdk.gen.ts";
import { useRight, useSession } from "#app/session/session.ts";
import type { DocumentBeside } from "#ui/files/beside/use-document.ts";
import { FilesSection } from "#ui/files/files-section.tsx";
import type { ReviewedRequest } from "../decisions.ts";
import { titleOf } from "../review-parts.tsx";
import type { SeenFiles, useRequestFiles } from "./use-seen-files.ts";

/**
 * What the requester attached. Marked are files that the user has not seen, and those that earlier reviewers did not see
 * because they were added after a decision.
 */
export function RequestFiles({
  review,
  query,
  files,
  beside,
}: {
  readonly review: ReviewedRequest;
  readonly query: ReturnType<typeof useRequestFiles>;
  readonly files: SeenFiles;
  readonly beside: DocumentBeside | undefined;
}) {
  const { request, reviews } = review;
  const { requestId } = request;
  const { user } = useSession();
  const mayRequest = useRight("requestSendMoney");
  const isOpen = request.status === "pendingApproval";
  const firstReviewAt = reviews.map(({ at }) => at).sort()[0];
  return (
    <FilesSection
      query={query}
      path={`/request-send-money/${requestId}/attachments`}
      empty="No invoice or other files."
      target={`“${titleOf(review)}”`}
      beside={beside}
      mayAttach={mayRequest && isOpen}
      mayDelete={({ uploadedByUserId }) =>
        mayRequest && isOpen && firstReviewAt === undefined && uploadedByUserId === user.userId
      }
      noteOf={({ id, uploadedAt }) =>
        files.added.some((file) => file.id === id)
          ? "New"
          : firstReviewAt !== undefined && uploadedAt > firstReviewAt
            ? "Added after the first decision"
            : undefined
      }
      onDelete={(attachmentId) => deleteRequestAttachment({ path: { requestId, attachmentId }, throwOnError: true })}
    />
  );
}
