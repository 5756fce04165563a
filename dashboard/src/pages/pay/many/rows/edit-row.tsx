import { Button, Group, Modal, NativeSelect, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { AmountInput } from "../../../../ui/forms/amount-input.tsx";
import { methodNames } from "../../../../ui/money/payment-methods.ts";
import { recipientLabel } from "../questions/recipient-label.ts";
import type { FileField } from "../reading/columns/field-names.ts";
import type { FileRecipient, FileRow } from "./file-rows.ts";
import type { RowTexts } from "./row-cells.ts";

/** Corrects one row. The file itself is not changed. */
export function EditRow({
  row,
  place,
  recipients,
  onClose,
  onSave,
}: {
  readonly row: FileRow;
  readonly place: string;
  readonly recipients: readonly FileRecipient[];
  readonly onClose: () => void;
  readonly onSave: (texts: RowTexts) => void;
}) {
  const [texts, setTexts] = useState(() => correctable(row));
  const [recipientId, setRecipientId] = useState<string | null>(row.recipient?.id ?? null);
  const field = (name: FileField) => ({
    value: texts[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setTexts({ ...texts, [name]: event.currentTarget.value }),
  });
  const methods = recipients.find(({ id }) => id === recipientId)?.payableBy ?? [];
  return (
    <Modal opened onClose={onClose} title={`Edit ${place}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave(recipientId === null ? texts : { ...texts, recipient: recipientId });
        }}
      >
        <Stack gap="sm">
          <Select
            label="Recipient"
            description={inFile(texts.recipient, row.recipient !== undefined)}
            searchable
            limit={50}
            value={recipientId}
            onChange={setRecipientId}
            data={recipients.map((each) => ({ value: each.id, label: recipientLabel(each) }))}
            data-autofocus
          />
          <AmountInput
            label="Amount"
            description={inFile(row.texts.amount, row.cents !== undefined)}
            {...field("amount")}
          />
          <NativeSelect
            label="Method"
            data={[
              { value: "", label: "Recipient's default" },
              ...methods.map((method) => ({ value: method, label: methodNames[method] })),
              ...(texts.paymentMethod === "" || methods.some((method) => method === texts.paymentMethod)
                ? []
                : [{ value: texts.paymentMethod, label: texts.paymentMethod }]),
            ]}
            {...field("paymentMethod")}
          />
          <TextInput label="Memo" {...field("externalMemo")} />
          <TextInput label="Note" {...field("note")} />
          <TextInput label="Purpose" {...field("purpose")} />
          <TextInput
            label="Send on"
            placeholder="2026-12-31"
            description={inFile(row.texts.sendOn, row.sendOn !== undefined)}
            {...field("sendOn")}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Save row</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The row's texts with the amount and date that were read. What could not be read is empty, and shown as in the file. */
const correctable = ({ texts, cents, sendOn }: FileRow): RowTexts => ({
  ...texts,
  amount: cents === undefined ? "" : `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`,
  sendOn: sendOn ?? "",
});

const inFile = (text: string, isRead: boolean): string | undefined =>
  isRead || text === "" ? undefined : `In the file: “${text.slice(0, 80)}”`;
