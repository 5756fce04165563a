import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import {
  getTransactionByIdOptions,
  getTransactionTimelineOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import type { TransactionTimeline as Timeline, Transaction } from "../../api/generated/types.gen.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { TransactionStatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Copy } from "../../ui/forms/copy-button.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { Money } from "../../ui/money/money.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { kindNames } from "../../ui/money/transaction-labels.ts";
import { type Fact, Facts } from "../../ui/page/facts.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatBankDay, When } from "../../ui/page/when.tsx";
import { CategoryField } from "./category.tsx";
import { CheckSection } from "./check/check-section.tsx";
import { Note } from "./note.tsx";
import { TransactionTimeline } from "./timeline.tsx";
import { TransactionActions } from "./transaction-actions.tsx";
import { TransactionFiles } from "./transaction-files.tsx";

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
            <Money amount={data.amount} signed fw={600} fz="lg" c="var(--mantine-color-text)" />
            <TransactionStatusBadge status={data.status} amount={data.amount} />
          </Group>
        )
      }
      actions={<TransactionActions transactionId={transactionId} allowed={actions} />}
    >
      <Loaded query={transaction}>
        {(found) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: "start" }}>
            <Stack gap="md">
              <Section title="Details">
                <Details transaction={found} timeline={timeline.data} />
              </Section>
              {timeline.data?.paymentMethod === "check" && <CheckSection transactionId={transactionId} />}
              <Section title="Category">
                <CategoryField transaction={found} mayEdit={actions.includes("editNote")} />
              </Section>
              <Section title="Note">
                <Note transactionId={transactionId} note={found.note} mayEdit={actions.includes("editNote")} />
              </Section>
              <TransactionFiles transaction={found} />
            </Stack>
            <Section title="Timeline">
              <Loaded query={timeline} skeleton={<SkeletonRows rows={6} height={44} />}>
                {({ entries }) => <TransactionTimeline entries={entries} comesIn={(data?.amount ?? 0) > 0} />}
              </Loaded>
            </Section>
          </SimpleGrid>
        )}
      </Loaded>
    </Page>
  );
}

function Details({
  transaction,
  timeline,
}: {
  readonly transaction: Transaction;
  readonly timeline: Timeline | undefined;
}) {
  const { nameOf } = useAccountNames();
  const method = timeline?.paymentMethod;
  const otherSideId = timeline?.otherSideId;
  const isPayment = transaction.kind === "outgoingPayment";
  const facts: readonly Fact[] = [
    {
      label: isPayment ? "To" : "Counterparty",
      value: <Counterparty transaction={transaction} isPayment={isPayment} />,
    },
    { label: "Kind", value: kindNames[transaction.kind] ?? transaction.kind },
    { label: "Method", value: method ? methodName(method) : undefined },
    {
      label: "Account",
      value: (
        <TextLink to="/accounts/$accountId" params={{ accountId: transaction.accountId }} inherit>
          {nameOf(transaction.accountId) || transaction.accountId}
        </TextLink>
      ),
    },
    { label: "Bank details", value: bankDetailsOf(transaction) },
    { label: "Created", value: <When at={transaction.createdAt} /> },
    {
      label: "Expected",
      value: transaction.status === "pending" ? formatBankDay(transaction.estimatedDeliveryDate) : undefined,
    },
    { label: "Sent", value: isPayment && transaction.postedAt ? <When at={transaction.postedAt} /> : undefined },
    { label: "Failed", value: transaction.failedAt ? <When at={transaction.failedAt} /> : undefined },
    { label: "Reason", value: transaction.reasonForFailure ?? undefined },
    { label: "Memo", value: transaction.externalMemo ?? undefined },
    { label: "Tracking number", value: transaction.trackingNumber ?? undefined },
    { label: "Check number", value: transaction.checkNumber ?? undefined },
    {
      label: "Request",
      value: transaction.requestId ? (
        <TextLink to="/approvals/$requestId" params={{ requestId: transaction.requestId }} inherit>
          Approval request
        </TextLink>
      ) : undefined,
    },
    {
      label: "Counterparty",
      value: otherSideId ? (
        <TextLink to="/transactions/$transactionId" params={{ transactionId: otherSideId }} inherit>
          Matching transaction
        </TextLink>
      ) : undefined,
    },
    ...transaction.relatedTransactions.map(({ id, relationKind }) => ({
      label: relations[relationKind].label,
      value: (
        <TextLink to="/transactions/$transactionId" params={{ transactionId: id }} inherit>
          {relations[relationKind].link}
        </TextLink>
      ),
    })),
    { label: "ID", value: <Copy text={transaction.id} label="transaction ID" /> },
  ];
  return <Facts facts={facts} />;
}

const relations: Readonly<
  Record<Transaction["relatedTransactions"][number]["relationKind"], { readonly label: string; readonly link: string }>
> = {
  OriginalTransactionToFeePayment: { label: "Fee", link: "Fee transaction" },
  FeePaymentToOriginalTransaction: { label: "Fee for", link: "Original payment" },
  OriginalTransactionToReturn: { label: "Returned by", link: "Return transaction" },
  ReturnToOriginalTransaction: { label: "Return of", link: "Original transaction" },
};

function Counterparty({ transaction, isPayment }: { readonly transaction: Transaction; readonly isPayment: boolean }) {
  const { counterpartyId, counterpartyName, counterpartyNickname } = transaction;
  const name = (
    <>
      {counterpartyName}
      {counterpartyNickname !== null && (
        <Text component="span" c="dimmed" inherit>
          {" "}
          ({counterpartyNickname})
        </Text>
      )}
    </>
  );
  if (!isPayment) return name;
  return (
    <TextLink to="/recipients/$recipientId" params={{ recipientId: counterpartyId }} inherit>
      {name}
    </TextLink>
  );
}

/** Always masked. The full number is on the recipient's page, where revealing it is audited. */
function bankDetailsOf({ details }: Transaction): string | undefined {
  const info = details?.electronicRoutingInfo ?? details?.domesticWireRoutingInfo;
  if (!info) return undefined;
  return `${info.bankName ?? `Routing ${info.routingNumber}`}, account ••••${info.accountNumber.slice(-4)}`;
}
