import { Group, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  getTransactionByIdOptions,
  getTransactionTimelineOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import { Loaded, SkeletonRows } from "../feedback/loaded.tsx";
import { TransactionStatusBadge } from "../feedback/status-badge.tsx";
import { counterpartyText } from "../money/counterparty-text.ts";
import { hasMoved } from "../money-table/activity/has-moved.ts";
import { Amount } from "../money-table/cells/amount.tsx";
import { NextSteps } from "./failure/next-steps.tsx";
import { TransactionTimeline } from "./timeline.tsx";
import { TransactionActions } from "./transaction-actions.tsx";
import { TransactionDocuments } from "./transaction-documents.tsx";
import { TransactionFactList } from "./transaction-facts.tsx";

const REFRESH_MS = 5_000;

/** A transaction next to the list: its details, its history, and what can be done with it. */
export function TransactionPreview({ transactionId }: { readonly transactionId: string }) {
  const path = { transactionId };
  const transaction = useQuery({ ...getTransactionByIdOptions({ path }), refetchInterval: REFRESH_MS });
  const timeline = useQuery({ ...getTransactionTimelineOptions({ path }), refetchInterval: REFRESH_MS });
  return (
    <Loaded query={transaction}>
      {(found) => (
        <Stack gap="md">
          <div>
            <Title order={2}>{counterpartyText(found)}</Title>
            <Group gap="sm" mt={4}>
              <Amount amount={found.amount} moved={hasMoved(found)} signed fw={600} fz="lg" />
              <TransactionStatusBadge status={found.status} amount={found.amount} />
            </Group>
          </div>
          <NextSteps transaction={found} />
          <Group gap="xs">
            <TransactionDocuments transaction={found} />
            <TransactionActions
              transactionId={transactionId}
              allowed={timeline.data?.allowedActions ?? []}
              method={timeline.data?.paymentMethod ?? null}
            />
          </Group>
          <TransactionFactList transaction={found} timeline={timeline.data} />
          <div>
            <Title order={3} mb="xs">
              Timeline
            </Title>
            <Loaded query={timeline} skeleton={<SkeletonRows rows={4} height={36} />}>
              {({ entries }) => <TransactionTimeline entries={entries} comesIn={found.amount > 0} />}
            </Loaded>
          </div>
        </Stack>
      )}
    </Loaded>
  );
}
