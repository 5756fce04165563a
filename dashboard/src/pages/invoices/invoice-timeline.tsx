import { Text } from "@mantine/core";
import type { InvoiceActivity } from "../../api/generated/types.gen.ts";
import { When } from "../../ui/page/when.tsx";
import classes from "./invoices.module.css";

type TimelineItem = InvoiceActivity["timeline"][number];

const texts: Readonly<Record<TimelineItem["kind"], string>> = {
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

/** What happened with an invoice, oldest first. */
export function InvoiceTimeline({ entries }: { readonly entries: readonly TimelineItem[] }) {
  return (
    <ol className={classes["timeline"]}>
      {entries.map(({ at, kind, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added, and two may be alike
        <li key={index}>
          <Text size="sm" fw={500}>
            {texts[kind]}
          </Text>
          {detail !== null && (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {detail}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            <When at={at} />
          </Text>
        </li>
      ))}
    </ol>
  );
}
