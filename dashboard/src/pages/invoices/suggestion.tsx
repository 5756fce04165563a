import { Button, Group, Text } from "@mantine/core";
import { matchIncomingPayment } from "../../api/generated/sdk.gen.ts";
import type { IncomingPayment } from "../../api/generated/types.gen.ts";
import { useAction } from "../../ui/forms/use-action.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { TextLink } from "../../ui/page/links.tsx";

type Match = NonNullable<IncomingPayment["suggestedMatches"]>[number];

/** The invoices that the service suggests for a payment, and what accepting them does. */
export function Suggestion({ amount, suggestedMatches: matches = [] }: IncomingPayment) {
  const [first] = matches;
  if (first === undefined) return null;
  return (
    <div>
      <Group gap={6}>
        {matches.map(({ invoice }) => (
          <TextLink key={invoice.id} to="/invoices/$invoiceId" params={{ invoiceId: invoice.id }}>
            {invoice.invoiceNumber}
          </TextLink>
        ))}
        <span>{first.invoice.customerName}</span>
      </Group>
      <Text size="xs" c="dimmed">
        {effectOf(amount, matches)}
      </Text>
    </div>
  );
}

export function AcceptSuggestion({ payment: { id, payerName, suggestedMatches = [] } }: { payment: IncomingPayment }) {
  const { busy, run } = useAction(["invoices"]);
  if (suggestedMatches.length === 0) return null;
  const accept = () =>
    matchIncomingPayment({
      path: { transactionId: id },
      body: { matches: suggestedMatches.map(({ invoice, amount }) => ({ invoiceId: invoice.id, amount })) },
      throwOnError: true,
    });
  return (
    <Button
      size="xs"
      variant="light"
      loading={busy}
      aria-label={`Accept suggestion for ${payerName}`}
      onClick={() => void run(accept, "The payment was matched.")}
    >
      Accept
    </Button>
  );
}

function effectOf(amount: number, matches: readonly Match[]): string {
  const [used, due] = matches.reduce(
    ([parts, dues], { invoice, amount: part }) => [parts + wholeCentsOf(part), dues + wholeCentsOf(invoice.amountDue)],
    [0n, 0n],
  );
  const rest = wholeCentsOf(amount) - used;
  if (used < due) return `Pays ${formatMoney(dollarsOf(used))} of ${formatMoney(dollarsOf(due))}`;
  if (rest > 0n) return `Pays ${formatMoney(dollarsOf(used))} in full, with ${formatMoney(dollarsOf(rest))} credit`;
  return matches.length > 1 ? "Pays them in full" : "Pays it in full";
}
