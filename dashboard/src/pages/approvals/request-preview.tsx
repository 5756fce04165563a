import { Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { reviewRequestOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { Age } from "../../ui/page/age.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import { DuplicatesSection } from "./duplicates-section.tsx";
import { FilesNotice } from "./files/files-notice.tsx";
import { RequestFiles } from "./files/request-files.tsx";
import { useRequestFiles, useSeenFiles } from "./files/use-seen-files.ts";
import { PaymentSection } from "./payment-section.tsx";
import { RecipientSection } from "./recipient-section.tsx";
import { askerOf, RequestStatusBadge, titleOf, WhatChanged } from "./review-parts.tsx";
import { useSeenReview } from "./use-seen-review.ts";
import { Warnings } from "./warnings.tsx";

const REFRESH_MS = 4_000;

/** The review of a request next to the queue. */
export function RequestPreview({ requestId }: { readonly requestId: string }) {
  const review = useQuery({ ...reviewRequestOptions({ path: { requestId } }), refetchInterval: REFRESH_MS });
  return (
    <Loaded query={review} skeleton={<SkeletonRows rows={8} />}>
      {(found) => <Preview review={found} onChanged={() => void review.refetch()} />}
    </Loaded>
  );
}

function Preview({ review, onChanged }: { readonly review: ReviewedRequest; readonly onChanged: () => void }) {
  const shown = useSeenReview(review);
  const query = useRequestFiles(review);
  const files = useSeenFiles(query.data?.attachments);
  const { request, kind, payee, requester } = review;
  const title = titleOf(review);
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm">
          <Title order={2}>{title}</Title>
          <RequestStatusBadge review={review} />
        </Group>
        <Text size="sm" c="dimmed">
          Requested by {askerOf(requester)} <Age at={request.createdAt} />
        </Text>
      </div>
      <WhatChanged shown={shown} />
      {request.status === "pendingApproval" && <FilesNotice files={files} />}
      <Warnings review={review} />
      <DecisionPanel review={review} shown={shown} files={files} title={title} onChanged={onChanged} />
      <PaymentSection review={review} />
      {kind === "payment" && <RequestFiles review={review} query={query} files={files} />}
      {payee !== null && <RecipientSection payee={payee} amount={request.amount} />}
      {payee !== null && <DuplicatesSection duplicates={review.duplicates} />}
    </Stack>
  );
}
