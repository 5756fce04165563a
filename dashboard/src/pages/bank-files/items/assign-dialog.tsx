import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getTransactionByIdOptions, listActivityOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { decideAboutBankFileItem } from "#api/generated/sdk.gen.ts";
import type { BankFileItem } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { FormDialog } from "#ui/forms/form-dialog.tsx";
import { NoteField } from "#ui/forms/note-field.tsx";
import { OFFERED, SearchSelect } from "#ui/forms/search-select.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { formatDay } from "#ui/page/when.tsx";

interface Payment {
  readonly id: string;
  readonly counterpartyName: string;
  readonly amount: number;
  readonly createdAt: string;
}

const labelOf = ({ counterpartyName, amount, createdAt }: Payment): string =>
  `${counterpartyName}, ${formatMoney(amount)}, ${formatDay(createdAt.slice(0, 10))}`;

/** Payments that left an account, of the item's amount if it has one, the latest first. */
const foundFor =
  ({ amount }: BankFileItem) =>
  (search: string | undefined, enabled: boolean) => {
    const { data, isPending } = useQuery({
      ...listActivityOptions({
        query: {
          limit: OFFERED,
          order: "desc",
          direction: "out",
          ...(search === undefined ? {} : { search }),
          ...(amount === null ? {} : { amountMin: amount, amountMax: amount }),
        },
      }),
      enabled,
    });
    return { data: data?.transactions, isPending };
  };

/** A person says which payment the bank means; what it says is applied to that payment once a second person agrees. */
export function AssignDialog({ item, onClose }: { readonly item: BankFileItem; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const { busy, problem, submit } = useSubmit();
  const [note, setNote] = useState("");
  const [picked, setPicked] = useState<Payment>();
  const suggested = useQuery({
    ...getTransactionByIdOptions({ path: { transactionId: item.transactionId ?? "" } }),
    enabled: item.transactionId !== null,
  });
  const payment = picked ?? suggested.data;
  const [useFound] = useState(() => foundFor(item));
  const text = note.trim();
  const isReady = payment !== undefined && text !== "";
  const send = async () => {
    if (payment === undefined) return;
    const { data } = await decideAboutBankFileItem({
      path: { itemId: item.id },
      body: { transactionId: payment.id, note: text },
      throwOnError: true,
    });
    await refresh("bankFiles", "transactions", "controls");
    notifyOutcome(data, "The item was applied to the payment.");
    onClose();
  };
  return (
    <FormDialog
      title="Assign to a payment"
      submit="Assign"
      busy={busy}
      disabled={!isReady}
      onSubmit={() => submit(send)}
      onClose={onClose}
    >
      <Text size="sm">
        {item.place}: {item.reason} If the bank has told you which payment it means, choose it here. What the bank says
        is then applied to it: it may fail, or its money come back.
      </Text>
      <SearchSelect
        label="Payment"
        nothingFound="No payments found"
        error={undefined}
        chosen={payment}
        labelOf={labelOf}
        useFound={useFound}
        onChange={setPicked}
      />
      <NoteField
        description="How you know, such as whom you asked at the bank."
        problem={problem}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  );
}
