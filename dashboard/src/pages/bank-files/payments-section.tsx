import { Group } from "@mantine/core";
import type { BankFile, BankFilePayment } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { StatusMark } from "../../ui/feedback/status-mark.tsx";
import { Amount } from "../../ui/money-table/cells/amount.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { purposeNames } from "./file-labels.ts";

/** The payments in a file, in the file's order, at most 1,000 on a page. */
export function PaymentsSection({ file, after }: { readonly file: BankFile; readonly after: number | undefined }) {
  const { id: fileId, payments = [], nextPosition } = file;
  if (file.direction === "in" && payments.length === 0) return null;
  return (
    <Section title="Payments" flush>
      {payments.length === 0 ? (
        <Empty title="No payments">They were withdrawn, or are still being collected.</Empty>
      ) : (
        <PaymentTable payments={payments} />
      )}
      {(after !== undefined || nextPosition !== undefined) && (
        <Group component="nav" aria-label="Pages" justify="flex-end" p="sm">
          {after !== undefined && (
            <TextLink to="/bank-files/$fileId" params={{ fileId }} search={{ after: undefined }} size="sm">
              First payments
            </TextLink>
          )}
          {nextPosition !== undefined && (
            <TextLink to="/bank-files/$fileId" params={{ fileId }} search={{ after: nextPosition }} size="sm">
              More payments
            </TextLink>
          )}
        </Group>
      )}
    </Section>
  );
}

function PaymentTable({ payments }: { readonly payments: readonly BankFilePayment[] }) {
  const maySee = useRight("fetchTransactions");
  return (
    <DataTable
      label="Payments in the file"
      rows={payments}
      rowKey={({ position }) => String(position)}
      columns={[
        {
          header: "Payment",
          cell: ({ transactionId, counterpartyName }) =>
            maySee ? (
              <TextLink to="/transactions/$transactionId" params={{ transactionId }}>
                {counterpartyName ?? transactionId}
              </TextLink>
            ) : (
              (counterpartyName ?? transactionId)
            ),
        },
        { header: "Place", align: "right", cell: ({ position }) => position.toLocaleString("en-US"), width: 70 },
        {
          header: "Amount",
          align: "right",
          cell: ({ amount, released }) => (amount === null ? null : <Amount amount={amount} moved={!released} />),
          width: 120,
        },
        {
          header: "Purpose",
          cell: ({ purpose, released }) => (
            <Group gap={6} component="span">
              {purposeNames[purpose]}
              {released && <StatusMark color="gray">Not in effect</StatusMark>}
            </Group>
          ),
          width: 110,
        },
        {
          header: "Reference",
          cell: ({ reference }) => (
            <span className="figures" style={{ overflowWrap: "anywhere" }}>
              {reference}
            </span>
          ),
          width: 180,
        },
      ]}
    />
  );
}
