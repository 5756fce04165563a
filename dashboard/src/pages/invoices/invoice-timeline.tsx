import { Text } from "@mantine/core";
import type { InvoiceActivity } from "../../api/generated/types.gen.ts";
import { RecordTimeline } from "../../ui/page/record-timeline.tsx";

type TimelineEntry = InvoiceActivity["timeline"][number];

const texts: Readonly<Record<TimelineEntry["kind"], string>> = {
  created: "Created",
  invoiceEmailed: "Invoice emailed",
  reminderEmailed: "Reminder emailed",
  receiptEmailed: "Receipt emailed",
  emailDropped: "Email not sent, because the invoice was paid or canceled",
  emailWaiting: "Email is being sent",
  debitAuthorized: "Customer authorized a bank debit",
  debitCollected: "Bank debit collected",
  debitReturned: "Bank debit returned",
  paymentMatched: "Payment matched",
  matchUndone: "Match undone",
  paid: "Paid in full",
  canceled: "Canceled",
};

const good: readonly TimelineEntry["kind"][] = ["paymentMatched", "paid", "debitCollected"];
const bad: readonly TimelineEntry["kind"][] = ["debitReturned", "matchUndone"];

/** What happened with an invoice, oldest first. */
export const InvoiceTimeline = ({ entries }: { readonly entries: readonly TimelineEntry[] }) => (
  <RecordTimeline
    items={entries.map(({ at, kind, detail }) => ({
      at,
      title: texts[kind],
      ...(good.includes(kind) ? { tone: "good" } : bad.includes(kind) ? { tone: "bad" } : {}),
      detail: detail !== null && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {detail}
        </Text>
      ),
    }))}
  />
);
