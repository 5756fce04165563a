import { Alert, Button, Group, List, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { reviewRequestOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { formatMoney } from "../../ui/money/money.tsx";
import { Age } from "../../ui/page/age.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import { DuplicatesSection } from "./duplicates-section.tsx";
import { FilesNotice } from "./files/files-notice.tsx";
import { RequestFiles } from "./files/request-files.tsx";
import { useRequestFiles, useSeenFiles } from "./files/use-seen-files.ts";
import { PaymentSection } from "./payment-section.tsx";
import { RecipientSection } from "./recipient-section.tsx";
import classes from "./review.module.css";
import { reviewRoute } from "./routes.ts";
import { type Shown, useSeenReview } from "./use-seen-review.ts";
import { Warnings } from "./warnings.tsx";

const REFRESH_MS = 4_000;

export function ReviewPage() {
  const { requestId } = reviewRoute.useParams();
  const review = useQuery({ ...reviewRequestOptions({ path: { requestId } }), refetchInterval: REFRESH_MS });
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
      {(found) => <ReviewOf key={requestId} review={found} onChanged={() => void review.refetch()} />}
    </Loaded>
  );
}

function ReviewOf({ review, onChanged }: { readonly review: ReviewedRequest; readonly onChanged: () => void }) {
  const shown = useSeenReview(review);
  const query = useRequestFiles(review);
  const files = useSeenFiles(query.data?.attachments);
  const { request, kind, payee, requester } = review;
  const to = payee?.name ?? review.destinationAccountName ?? "";
  const title = `${kind === "payment" ? "Payment" : "Transfer"} of ${formatMoney(request.amount)} to ${to}`;
  return (
    <Page
      title={title}
      heading={
        <Group gap="sm" component="span">
          {title}
          <RequestStatus review={review} />
        </Group>
      }
      lead={
        <>
          Requested by {askerOf(requester)} <Age at={request.createdAt} />
        </>
      }
      actions={
        <TextLink to="/approvals" size="sm">
          Back to approvals
        </TextLink>
      }
    >
      <div className={classes["grid"]}>
        <div className={`${classes["column"]} ${classes["first"]}`}>
          <WhatChanged shown={shown} />
          {request.status === "pendingApproval" && <FilesNotice files={files} />}
          <Warnings review={review} />
        </div>
        <div className={`${classes["column"]} ${classes["main"]}`}>
          <PaymentSection review={review} />
          {kind === "payment" && <RequestFiles review={review} query={query} files={files} />}
          {payee !== null && <RecipientSection payee={payee} amount={request.amount} />}
          {payee !== null && <DuplicatesSection duplicates={review.duplicates} />}
        </div>
        <div className={`${classes["column"]} ${classes["side"]}`}>
          <DecisionPanel review={review} shown={shown} files={files} title={title} onChanged={onChanged} />
        </div>
      </div>
    </Page>
  );
}

/** The requester, and the token if one was used. */
function askerOf({ name, tokenName }: ReviewedRequest["requester"]): string {
  if (name === null) return tokenName === null ? "an unknown token" : `the token “${tokenName}”`;
  return tokenName === null ? name : `${name} with the token “${tokenName}”`;
}

function RequestStatus({ review: { request } }: { readonly review: ReviewedRequest }) {
  if (request.status === "cancelled") return <StatusBadge status="cancelled" label="Withdrawn" />;
  if (request.status === "approved" && request.transactionId === null)
    return <StatusBadge status="approved" label="Approved, not yet paid" />;
  return <StatusBadge status={request.status} />;
}

/** Shows what changed while the page was open, until the user acknowledges it. */
function WhatChanged({ shown: { differences, acknowledge } }: { readonly shown: Shown }) {
  if (differences === undefined) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconRefresh size={18} aria-hidden />}
      title="This request changed since you opened it"
    >
      <Text size="sm">Earlier approvals no longer count. Changes:</Text>
      <List size="sm" my={6}>
        {differences.map(({ label, before, now }) => (
          <List.Item key={label}>
            {label}: <s>{before}</s> <strong>{now}</strong>
          </List.Item>
        ))}
        {differences.length === 0 && <List.Item>The approval rule was edited.</List.Item>}
      </List>
      <Button size="xs" variant="default" onClick={acknowledge}>
        Mark changes as reviewed
      </Button>
    </Alert>
  );
}
