import { Button, Group, Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  getTransactionTimelineOptions,
  listTransactionsOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import { runSandboxBank } from "../../api/generated/sdk.gen.ts";
import type { Transaction } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { TransactionStatusBadge } from "../../ui/feedback/status-badge.tsx";
import { useAction } from "../../ui/forms/use-action.ts";
import { bankOutcomes } from "../../ui/money/bank-outcomes.ts";
import { Money } from "../../ui/money/money.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useOutcome } from "../../ui/transaction/use-outcome.tsx";

const ROWS = 10;
const REFRESH_MS = 3_000;

const listedKinds = ["outgoingPayment", "externalTransfer", "treasuryTransfer"] as const;

/** What was taken back has a related transaction, and nothing more can happen to it. */
const mayChange = ({ kind, amount, relatedTransactions }: Transaction): boolean =>
  kind === "outgoingPayment" || (relatedTransactions.length === 0 && (kind === "treasuryTransfer" || amount > 0));

/** The simulated bank, and the outcomes it can report for recent payments on request. */
export function BankSection() {
  const payments = useQuery({
    ...listTransactionsOptions({
      query: { kind: [...listedKinds], status: ["pending", "sent"], order: "desc", limit: ROWS },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const { busy, run } = useAction(["sandboxClock"]);
  return (
    <Section
      title="Simulated bank"
      flush
      actions={
        <Button
          size="xs"
          variant="default"
          loading={busy}
          onClick={() =>
            void run(() => runSandboxBank({ body: {}, throwOnError: true }), "The bank has processed all payments.")
          }
        >
          Process all payments now
        </Button>
      }
    >
      <AboutFiles />
      <Loaded query={payments}>
        {({ transactions }) =>
          transactions.length === 0 ? (
            <Empty title="No payments at the bank">
              Send a payment or make a deposit, and the bank can settle, fail, or return it here.
            </Empty>
          ) : (
            <PaymentTable payments={transactions} />
          )
        }
      </Loaded>
    </Section>
  );
}

function AboutFiles() {
  const maySeeFiles = useRight("bankFiles");
  return (
    <Text size="sm" c="dimmed" px="md" pb="sm">
      Payments leave in the files that banks accept, and the answers come back in files.{" "}
      {maySeeFiles && (
        <TextLink to="/bank-files" underline="always">
          See the files
        </TextLink>
      )}
    </Text>
  );
}

function PaymentTable({ payments }: { readonly payments: readonly Transaction[] }) {
  return (
    <DataTable
      label="Recent payments"
      rows={payments}
      rowKey={({ id }) => id}
      columns={[
        {
          header: "Payment",
          phone: "name",
          cell: ({ id, bankDescription, counterpartyName }) => (
            <TextLink to="/transactions/$transactionId" params={{ transactionId: id }} size="sm" fw={550}>
              {bankDescription ?? counterpartyName}
            </TextLink>
          ),
        },
        { header: "Created", phone: "second", cell: ({ createdAt }) => <When at={createdAt} />, width: 170 },
        { header: "Status", cell: TransactionStatusBadge, width: 110 },
        {
          header: "Amount",
          align: "right",
          phone: "amount",
          cell: ({ amount }) => <Money amount={amount} />,
          width: 130,
        },
        {
          header: "Outcome",
          phone: "status",
          hideHeader: true,
          align: "right",
          width: 140,
          cell: (payment) => mayChange(payment) && <SayMenu payment={payment} />,
        },
      ]}
    />
  );
}

/** What the bank can report of this payment now, as the API says once the menu is open. */
function SayMenu({ payment }: { readonly payment: Transaction }) {
  const [isOpen, setOpen] = useState(false);
  const timeline = useQuery({
    ...getTransactionTimelineOptions({ path: { transactionId: payment.id } }),
    enabled: isOpen,
  });
  const allowed = timeline.data?.allowedActions ?? [];
  const offered = bankOutcomes.filter(({ action }) => allowed.includes(action));
  const { busy, choose, dialog } = useOutcome(payment.id, timeline.data?.paymentMethod ?? null);
  return (
    <Group justify="flex-end">
      {dialog}
      <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="default"
            loading={busy}
            rightSection={<IconChevronDown size={12} aria-hidden />}
            aria-label={`Set outcome of ${payment.bankDescription ?? payment.counterpartyName}`}
          >
            Set outcome
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {offered.map((outcome) => (
            <Menu.Item key={outcome.action} onClick={() => choose(outcome)}>
              {outcome.label}
            </Menu.Item>
          ))}
          {offered.length === 0 && (
            <Menu.Label>{timeline.data === undefined ? "Loading…" : "No further outcomes"}</Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
