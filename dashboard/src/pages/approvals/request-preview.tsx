import { Group, Stack, Text, Title } from "@mantine/core";
import { useRefresh } from "../../api/refresh.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { DocumentPane } from "../../ui/files/beside/document-pane.tsx";
import { Age } from "../../ui/page/age.tsx";
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

/** The review of a request next to the queue. */
export function RequestPreview({ requestId, ...next }: { readonly requestId: string } & NextRequest) {
  const review = useReview(requestId);
  const refresh = useRefresh();
  return (
    <Loaded query={review} skeleton={<SkeletonRows rows={8} />}>
      {(found) => <Preview review={found} next={next} onChanged={() => void refresh("approvals", "transactions")} />}
    </Loaded>
  );
}

function Preview({
  review,
  next,
  onChanged,
}: {
  readonly review: ReviewedRequest;
  readonly next: NextRequest;
  readonly onChanged: () => void;
}) {
  const { shown, query, files, beside } = useSeenParts(review);
  const { request, kind, payee } = review;
  const title = titleOf(review);
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm">
          <Title order={2}>
            <ReviewHeading review={review} />
          </Title>
          <RequestStatusBadge review={review} />
        </Group>
        <Text size="sm" c="dimmed">
          Requested by {askerOf(review)} <Age at={request.createdAt} />
          <BatchOfRequest review={review} />
        </Text>
      </div>
      <WhatChanged shown={shown} />
      <SentBackNotice review={review} />
      {request.status === "pendingApproval" && <FilesNotice files={files} />}
      <FlagLine flags={review.flags} />
      <DetailChanges payee={payee} />
      <Warnings review={review} />
      <DecisionPanel review={review} shown={shown} files={files} title={title} next={next} onChanged={onChanged} />
      <PaymentSection review={review} />
      {payee !== null && <HistorySection payee={payee} />}
      {payee !== null && <DuplicatesSection duplicates={review.duplicates} />}
      {kind === "payment" && <RequestFiles review={review} query={query} files={files} beside={beside} />}
      <RequestConversation review={review} />
      {beside?.shown !== undefined && <DocumentPane document={beside} overList />}
    </Stack>
  );
}
