import { Button, Group, Modal, SegmentedControl, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { listIncomingPaymentsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { ignoreIncomingPayment, restoreIncomingPayment, undoInvoiceMatch } from "../../api/generated/sdk.gen.ts";
import type { IncomingPayment } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { useAction } from "../../ui/forms/use-action.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { Money } from "../../ui/money/money.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { Pager } from "../../ui/table/pager.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { InvoicingPage } from "./invoicing-page.tsx";
import { MatchForm } from "./match-form.tsx";
import { AcceptSuggestion, Suggestion } from "./suggestion.tsx";

const route = getRouteApi("/signedIn/invoices/payments");
const PAGE_ROWS = 50;
const shownStatuses = ["open", "matched", "credit", "ignored"] as const;
type ShownStatus = (typeof shownStatuses)[number];
const names: Readonly<Record<ShownStatus, string>> = {
  open: "Not matched",
  matched: "Matched",
  credit: "With credit",
  ignored: "Ignored",
};
const empty: Readonly<Record<ShownStatus, string>> = {
  open: "No payments to match",
  matched: "No matched payments",
  credit: "No customer has credit",
  ignored: "No ignored payments",
};
const statusOf = (text: string | undefined): ShownStatus => shownStatuses.find((status) => status === text) ?? "open";

export function IncomingPaymentsPage() {
  const search = route.useSearch();
  const status = statusOf(search.status);
  const navigate = route.useNavigate();
  const [matching, setMatching] = useState<IncomingPayment>();
  const { start_after, end_before } = search;
  const payments = useQuery({
    ...listIncomingPaymentsOptions({
      query: { limit: PAGE_ROWS, status, suggestions: status === "open", start_after, end_before },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <InvoicingPage query={payments} title="Incoming payments" lead="Deposits, and the invoices that they pay.">
      <Section flush>
        <SegmentedControl
          aria-label="Status"
          m="sm"
          size="xs"
          value={status}
          onChange={(value) => void navigate({ search: { status: value }, replace: true })}
          data={shownStatuses.map((value) => ({ value, label: names[value] }))}
        />
        <Loaded query={payments}>
          {({ payments: rows, page }) =>
            rows.length === 0 ? (
              <Empty title={empty[status]} />
            ) : (
              <>
                <PaymentTable rows={rows} onMatch={setMatching} />
                <Pager page={page} onTurn={(cursor) => void navigate({ search: { status, ...cursor } })} />
              </>
            )
          }
        </Loaded>
      </Section>
      <Modal opened={matching !== undefined} onClose={() => setMatching(undefined)} title="Match payment" size="lg">
        {matching !== undefined && <MatchForm payment={matching} onDone={() => setMatching(undefined)} />}
      </Modal>
    </InvoicingPage>
  );
}

const columnsBefore: readonly TableColumn<IncomingPayment>[] = [
  {
    header: "Payer",
    phone: "name",
    cell: ({ payerName, id, memo }) => (
      <TwoLines
        first={
          <TextLink to="/transactions/$transactionId" params={{ transactionId: id }}>
            {payerName}
          </TextLink>
        }
        second={memo ?? ""}
      />
    ),
  },
  { header: "Received", cell: ({ receivedAt }) => <When at={receivedAt} form="short" /> },
  {
    header: "Amount",
    align: "right",
    phone: "amount",
    // On a phone, with its date.
    cell: ({ amount, amountMatched, status, receivedAt }) => (
      <>
        <Money amount={amount} />
        <Text size="xs" c="dimmed" component="span" display="block" hiddenFrom="sm">
          <When at={receivedAt} form="short" />
        </Text>
        {status === "matched" && amountMatched < amount && (
          <Text size="xs" c="dimmed" component="span" display="block">
            <Money amount={dollarsOf(wholeCentsOf(amount) - wholeCentsOf(amountMatched))} /> credit
          </Text>
        )}
      </>
    ),
  },
];

function PaymentTable({
  rows,
  onMatch,
}: {
  readonly rows: readonly IncomingPayment[];
  readonly onMatch: (payment: IncomingPayment) => void;
}) {
  const mayChange = useRight("modifyInvoices");
  const { run } = useAction(["invoices"]);
  const invoices: TableColumn<IncomingPayment> = {
    header: "Invoices",
    phone: "below",
    cell: ({ matches }) => (
      <Group gap={6}>
        {matches.map(({ id, invoiceId, invoiceNumber, canUndo }) => (
          <Group key={id} gap={4} wrap="nowrap">
            <TextLink to="/invoices/$invoiceId" params={{ invoiceId }}>
              {invoiceNumber}
            </TextLink>
            {canUndo && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Undo match with ${invoiceNumber}`}
                onClick={() =>
                  void run(
                    () => undoInvoiceMatch({ path: { matchId: id }, throwOnError: true }),
                    "The match was undone.",
                  )
                }
              >
                Undo
              </Button>
            )}
          </Group>
        ))}
      </Group>
    ),
  };
  const suggested: TableColumn<IncomingPayment> = {
    header: "Suggested invoice",
    phone: "below",
    cell: Suggestion,
  };
  const columns: readonly TableColumn<IncomingPayment>[] = [
    ...columnsBefore,
    ...(rows.some(({ matches }) => matches.length > 0) ? [invoices] : []),
    ...(rows.some(({ suggestedMatches = [] }) => suggestedMatches.length > 0) ? [suggested] : []),
    {
      header: "Actions",
      hideHeader: true,
      align: "right",
      phone: "below",
      cell: (payment) => mayChange && <PaymentActions payment={payment} onMatch={onMatch} />,
    },
  ];
  return <DataTable label="Incoming payments" rows={rows} rowKey={({ id }) => id} columns={columns} />;
}

function PaymentActions({
  payment,
  onMatch,
}: {
  readonly payment: IncomingPayment;
  readonly onMatch: (payment: IncomingPayment) => void;
}) {
  const { busy, run } = useAction(["invoices"]);
  const path = { transactionId: payment.id };
  const hasRest = payment.amountMatched < payment.amount;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <AcceptSuggestion payment={payment} />
      {(payment.status === "open" || payment.status === "matched") && hasRest && (
        <Button size="xs" variant="default" aria-label={`Match ${payment.payerName}`} onClick={() => onMatch(payment)}>
          Match
        </Button>
      )}
      {payment.status === "open" && (
        <Button
          size="xs"
          variant="default"
          loading={busy}
          aria-label={`Ignore ${payment.payerName}`}
          onClick={() => void run(() => ignoreIncomingPayment({ path, throwOnError: true }), "The payment is ignored.")}
        >
          Ignore
        </Button>
      )}
      {payment.status === "ignored" && (
        <Button
          size="xs"
          variant="default"
          loading={busy}
          onClick={() => void run(() => restoreIncomingPayment({ path, throwOnError: true }), "The payment is open.")}
        >
          Restore
        </Button>
      )}
    </Group>
  );
}
