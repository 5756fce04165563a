import { getRouteApi } from "@tanstack/react-router";
import { useRefresh } from "../../api/refresh.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { DocumentPane } from "../../ui/files/beside/document-pane.tsx";
import { Age } from "../../ui/page/age.tsx";
import { Page } from "../../ui/page/page.tsx";
import { RecordPage } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useMoveOn } from "../../ui/page/use-move-on.ts";
import { BatchOfRequest } from "./batches/batch-of-request.tsx";
import { DetailChanges } from "./changed-details.tsx";
import { DecisionPanel, type NextRequest } from "./decision-panel.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import { DuplicatesSection } from "./duplicates-section.tsx";
import { FilesNotice } from "./files/files-notice.tsx";
import { RequestFiles } from "./files/request-files.tsx";
import { FlagLine } from "./flags/flag-line.tsx";
import { HistorySection } from "./history-section.tsx";
import { PaymentSection } from "./payment-section.tsx";
import { RequestConversation } from "./questions/request-conversation.tsx";
import { SentBackNotice } from "./questions/sent-back-notice.tsx";
import { askerOf, RequestStatusBadge, ReviewHeading, titleOf, WhatChanged } from "./review-parts.tsx";
import { useReview, useSeenParts } from "./use-review.ts";
import { Warnings } from "./warnings.tsx";

const route = getRouteApi("/signedIn/approvals/$requestId");

export function ReviewPage() {
  const { requestId } = route.useParams();
  const review = useReview(requestId);
  const refresh = useRefresh();
  return (
    <Loaded
      query={review}
      skeleton={
        <Page title="Request">
          <Section flush>
            <SkeletonRows rows={10} />
          </Section>
        </Page>
      }
    >
      {/* A different request starts over: what the user has seen of the previous one does not count. */}
      {(found) => (
        <ReviewOf key={requestId} review={found} onChanged={() => void refresh("approvals", "transactions")} />
      )}
    </Loaded>
  );
}

/** Opens the page of the next request, or the list after the last one. */
function useNextPage(): NextRequest {
  const list = route.useSearch();
  const moveOn = useMoveOn();
  return {
    list,
    onNext: (requestId) =>
      void (requestId === undefined
        ? moveOn({ to: "/approvals", search: list })
        : moveOn({ to: "/approvals/$requestId", params: { requestId }, search: list })),
  };
}

function ReviewOf({ review, onChanged }: { readonly review: ReviewedRequest; readonly onChanged: () => void }) {
  const { shown, query, files, beside } = useSeenParts(review);
  const next = useNextPage();
  const { request, kind, payee } = review;
  const title = titleOf(review);
  return (
    <RecordPage
      title={title}
      heading={<ReviewHeading review={review} />}
      status={<RequestStatusBadge review={review} />}
      lead={
        <>
          Requested by {askerOf(review)} <Age at={request.createdAt} />
          <BatchOfRequest review={review} />
        </>
      }
      notices={
        <>
          <WhatChanged shown={shown} />
          <SentBackNotice review={review} />
          {request.status === "pendingApproval" && <FilesNotice files={files} />}
          <FlagLine flags={review.flags} />
          <DetailChanges payee={payee} />
          <Warnings review={review} />
        </>
      }
      document={beside?.shown !== undefined && <DocumentPane document={beside} />}
      decision={
        <DecisionPanel review={review} shown={shown} files={files} title={title} next={next} onChanged={onChanged} />
      }
      side={
        <>
          {kind === "payment" && <RequestFiles review={review} query={query} files={files} beside={beside} />}
          <RequestConversation review={review} />
        </>
      }
    >
      <PaymentSection review={review} />
      {payee !== null && <HistorySection payee={payee} />}
      {payee !== null && <DuplicatesSection duplicates={review.duplicates} />}
    </RecordPage>
  );
}
