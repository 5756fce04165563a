import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import {
  getNextStepsOptions,
  getTransactionByIdOptions,
  getTransactionTimelineOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Transaction } from "../../api/generated/types.gen.ts";
import { Conversation } from "../../ui/conversation/conversation.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { TransactionStatusBadge } from "../../ui/feedback/status-badge.tsx";
import { hasMoved } from "../../ui/money-table/activity/has-moved.ts";
import { Amount } from "../../ui/money-table/cells/amount.tsx";
import { Page } from "../../ui/page/page.tsx";
import { RecordPage } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { isFailedPayment } from "../../ui/transaction/failure/is-failed-payment.ts";
import { NextStepsSection } from "../../ui/transaction/failure/next-steps.tsx";
import { TransactionTimeline } from "../../ui/transaction/timeline.tsx";
import { TransactionActions } from "../../ui/transaction/transaction-actions.tsx";
import { TransactionDocuments } from "../../ui/transaction/transaction-documents.tsx";
import { TransactionFactList } from "../../ui/transaction/transaction-facts.tsx";
import { CategoryField } from "./category.tsx";
import { CheckSection } from "./check/check-section.tsx";
import { Note } from "./note.tsx";
import { TransactionFiles } from "./transaction-files.tsx";
import { UndoSection } from "./undo/undo-section.tsx";

const route = getRouteApi("/signedIn/transactions/$transactionId");
/** While the transaction can still change. */
const REFRESH_MS = 3_000;

/** One transaction: details and timeline. */
export function TransactionPage() {
  const { transactionId } = route.useParams();
  const path = { transactionId };
  const transaction = useQuery({
    ...getTransactionByIdOptions({ path }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? REFRESH_MS : false),
  });
  const timeline = useQuery({ ...getTransactionTimelineOptions({ path }), refetchInterval: REFRESH_MS });
  const data = transaction.data;
  const nextSteps = useQuery({
    ...getNextStepsOptions({ path }),
    enabled: data !== undefined && isFailedPayment(data),
  });
  const actions = timeline.data?.allowedActions ?? [];
  const mayEdit = actions.includes("editNote");
  // The timeline says which facts there are, and next steps are above them: without them, they would move.
  if (data === undefined || timeline.isLoading || nextSteps.isLoading)
    return (
      <Page title="Transaction">
        {data === undefined ? <Loaded query={transaction}>{() => null}</Loaded> : <SkeletonRows />}
      </Page>
    );
  return (
    <RecordPage
      title={data.bankDescription ?? data.counterpartyName}
      status={<TransactionStatusBadge status={data.status} amount={data.amount} />}
      lead={
        <Group gap="sm" component="span" display="inline-flex">
          <Amount amount={data.amount} moved={hasMoved(data)} signed fw={600} fz="lg" c="var(--mantine-color-text)" />
          <LatestDate transaction={data} />
        </Group>
      }
      actions={
        <>
          <TransactionDocuments transaction={data} />
          <TransactionActions
            transactionId={transactionId}
            allowed={actions}
            method={timeline.data?.paymentMethod ?? null}
          />
        </>
      }
      notices={isFailedPayment(data) && <NextStepsSection transaction={data} />}
      side={
        <>
          <Section title="Timeline">
            <Loaded query={timeline} skeleton={<SkeletonRows rows={6} height={44} />}>
              {({ entries }) => <TransactionTimeline entries={entries} comesIn={data.amount > 0} />}
            </Loaded>
          </Section>
          <Conversation subject={{ type: "transaction", transactionId }} />
        </>
      }
    >
      <Section title="Details">
        <TransactionFactList
          transaction={data}
          timeline={timeline.data}
          organization={[
            { label: "Category", value: <CategoryField transaction={data} mayEdit={mayEdit} /> },
            {
              label: "Note",
              isWide: true,
              value: <Note transactionId={transactionId} note={data.note} mayEdit={mayEdit} />,
            },
          ]}
        />
      </Section>
      {timeline.data?.paymentMethod === "check" && <CheckSection transactionId={transactionId} />}
      {data.kind === "outgoingPayment" && <UndoSection transactionId={transactionId} />}
      <TransactionFiles transaction={data} />
    </RecordPage>
  );
}

/** When it reached the status that it has. */
function LatestDate({ transaction }: { readonly transaction: Transaction }) {
  const { amount, createdAt, postedAt, failedAt, returnedAt } = transaction;
  const [word, at]: readonly [string, string] = returnedAt
    ? ["Returned", returnedAt]
    : failedAt
      ? ["Failed", failedAt]
      : postedAt
        ? [amount > 0 ? "Received" : "Sent", postedAt]
        : ["Created", createdAt];
  return (
    <span>
      {word} <When at={at} />
    </span>
  );
}
