import { Group, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import {
  getTransactionByIdOptions,
  getTransactionTimelineOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import { Conversation } from "../../ui/conversation/conversation.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { TransactionStatusBadge } from "../../ui/feedback/status-badge.tsx";
import { hasMoved } from "../../ui/money-table/activity/has-moved.ts";
import { Amount } from "../../ui/money-table/cells/amount.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
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
  const actions = timeline.data?.allowedActions ?? [];
  return (
    <Page
      title={data === undefined ? "Transaction" : (data.bankDescription ?? data.counterpartyName)}
      lead={
        data && (
          <Group gap="sm" component="span" display="inline-flex">
            <Amount amount={data.amount} moved={hasMoved(data)} signed fw={600} fz="lg" c="var(--mantine-color-text)" />
            <TransactionStatusBadge status={data.status} amount={data.amount} />
          </Group>
        )
      }
      actions={
        <>
          {data !== undefined && <TransactionDocuments transaction={data} />}
          <TransactionActions
            transactionId={transactionId}
            allowed={actions}
            method={timeline.data?.paymentMethod ?? null}
          />
        </>
      }
    >
      <Loaded query={transaction}>
        {(found) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: "start" }}>
            <Stack gap="md">
              <NextStepsSection transaction={found} />
              <Section title="Details">
                <TransactionFactList transaction={found} timeline={timeline.data} />
              </Section>
              {timeline.data?.paymentMethod === "check" && <CheckSection transactionId={transactionId} />}
              {found.kind === "outgoingPayment" && <UndoSection transactionId={transactionId} />}
              <Section title="Category">
                <CategoryField transaction={found} mayEdit={actions.includes("editNote")} />
              </Section>
              <Section title="Note">
                <Note transactionId={transactionId} note={found.note} mayEdit={actions.includes("editNote")} />
              </Section>
              <TransactionFiles transaction={found} />
            </Stack>
            <Stack gap="md">
              <Section title="Timeline">
                <Loaded query={timeline} skeleton={<SkeletonRows rows={6} height={44} />}>
                  {({ entries }) => <TransactionTimeline entries={entries} comesIn={(data?.amount ?? 0) > 0} />}
                </Loaded>
              </Section>
              <Conversation subject={{ type: "transaction", transactionId }} />
            </Stack>
          </SimpleGrid>
        )}
      </Loaded>
    </Page>
  );
}
