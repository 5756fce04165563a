import { Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listInvoiceRowsOptions, listMatchSuggestionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { matchIncomingPayment } from "../../api/generated/sdk.gen.ts";
import type { IncomingPayment, InvoiceRow } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";

/** How the payment is spread over the chosen invoices, in the order in which they were chosen. */
function spread(left: number, chosen: readonly InvoiceRow[]) {
  let rest = wholeCentsOf(left);
  const matches = chosen.flatMap(({ id, amountDue }) => {
    const due = wholeCentsOf(amountDue);
    const part = due < rest ? due : rest;
    rest -= part;
    return part === 0n ? [] : [{ invoiceId: id, amount: dollarsOf(part) }];
  });
  return { matches, rest: dollarsOf(rest) };
}

/** Chooses the invoices that a payment pays, from suggestions or by search. */
export function MatchForm({ payment, onDone }: { readonly payment: IncomingPayment; readonly onDone: () => void }) {
  const left = dollarsOf(wholeCentsOf(payment.amount) - wholeCentsOf(payment.amountMatched));
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, 250);
  const [chosen, setChosen] = useState<readonly InvoiceRow[]>([]);
  const path = { transactionId: payment.id };
  const suggestions = useQuery({ ...listMatchSuggestionsOptions({ path }), enabled: search === "" });
  const found = useQuery({
    ...listInvoiceRowsOptions({ query: { status: "Unpaid", search, limit: 20 } }),
    enabled: search !== "",
  });
  const { busy, problem, submit } = useSubmit();
  const refresh = useRefresh();
  const { matches, rest } = spread(left, chosen);
  const toggle = (row: InvoiceRow) =>
    setChosen(chosen.some(({ id }) => id === row.id) ? chosen.filter(({ id }) => id !== row.id) : [...chosen, row]);
  const list = (rows: readonly InvoiceRow[]) => <Candidates rows={rows} chosen={chosen} onToggle={toggle} />;
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const isDone = await submit(() => matchIncomingPayment({ path, body: { matches }, throwOnError: true }));
        if (!isDone) return;
        notifyDone("The payment was matched.");
        await refresh("invoices");
        onDone();
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {payment.payerName} paid {formatMoney(payment.amount)}
          {payment.memo === null ? "" : ` with the memo “${payment.memo}”`}.{" "}
          {left < payment.amount && `${formatMoney(left)} is left.`}
        </Text>
        <FormProblem problem={problem} />
        <TextInput
          type="search"
          label="Find an unpaid invoice"
          placeholder="Number or customer"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {search === "" ? (
          <Loaded query={suggestions}>{(data) => list(data.suggestions)}</Loaded>
        ) : (
          <Loaded query={found}>{(data) => list(data.invoices)}</Loaded>
        )}
        {chosen.length > 0 && (
          <Text size="sm" role="status">
            {rest > 0 ? `${formatMoney(rest)} remains as the customer's credit.` : "The whole payment is used."}
          </Text>
        )}
        <FormButtons submit="Match payment" busy={busy} disabled={matches.length === 0} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function Candidates({
  rows,
  chosen,
  onToggle,
}: {
  readonly rows: readonly InvoiceRow[];
  readonly chosen: readonly InvoiceRow[];
  readonly onToggle: (row: InvoiceRow) => void;
}) {
  if (rows.length === 0) return <Empty title="No matching invoices">Search for the number or the customer.</Empty>;
  return (
    <Stack gap="xs">
      {rows.map((row) => (
        <Group key={row.id} justify="space-between" wrap="nowrap">
          <Checkbox
            label={`${row.invoiceNumber} · ${row.customerName}`}
            checked={chosen.some(({ id }) => id === row.id)}
            onChange={() => onToggle(row)}
          />
          <Money amount={row.amountDue} />
        </Group>
      ))}
    </Stack>
  );
}
