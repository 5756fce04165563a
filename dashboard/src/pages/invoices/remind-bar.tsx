import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { messageOf } from "../../api/api-error.ts";
import { emailInvoice } from "../../api/generated/sdk.gen.ts";
import type { InvoiceRow } from "../../api/generated/types.gen.ts";
import { notifyDone, notifyTrouble } from "../../ui/feedback/notify.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { TotalsBar } from "../../ui/money-table/totals-bar.tsx";

const noun = { one: "invoice", many: "invoices" };

/** What can be done with selected invoices: reminders for those that are unpaid. */
export function RemindBar({
  selected,
  onDone,
}: {
  readonly selected: readonly InvoiceRow[];
  readonly onDone: () => void;
}) {
  const { busy, run } = useAction(["invoices"]);
  const unpaid = selected.filter(({ status }) => status === "Unpaid");
  const sums = [
    { label: "Due", amount: dollarsOf(selected.reduce((sum, { amountDue }) => sum + wholeCentsOf(amountDue), 0n)) },
  ];
  const remind = async () => {
    const problems: string[] = [];
    // One after the other: each is an email of its own, and may be refused.
    for (const { id, invoiceNumber } of unpaid)
      try {
        await emailInvoice({ path: { invoiceId: id }, body: { kind: "reminder" }, throwOnError: true });
      } catch (error) {
        problems.push(`${invoiceNumber}: ${messageOf(error)}`);
      }
    const sent = unpaid.length - problems.length;
    if (sent > 0) notifyDone(sent === 1 ? "The reminder is on its way." : `${sent} reminders are being sent.`);
    if (problems.length > 0) notifyTrouble(problems.join(" "));
    onDone();
  };
  return (
    <TotalsBar noun={noun} totals={null} selected={{ count: selected.length, sums }}>
      <Button
        size="xs"
        leftSection={<IconMail size={14} aria-hidden />}
        loading={busy}
        disabled={unpaid.length === 0}
        onClick={() => void run(remind)}
      >
        {unpaid.length === 1 ? "Send reminder" : `Send ${unpaid.length} reminders`}
      </Button>
      <Button size="xs" variant="default" onClick={onDone}>
        Clear selection
      </Button>
    </TotalsBar>
  );
}
