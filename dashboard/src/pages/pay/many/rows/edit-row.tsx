import { Button, Group, Modal, NativeSelect, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { AmountInput } from "#ui/forms/amount-input.tsx";
import { submits } from "#ui/forms/submits.ts";
import { shownMethods } from "#ui/money/payment-methods.ts";
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
  return (
    <Modal opened onClose={onClose} title={`Edit ${place}`}>
      <form onSubmit={submits(() => onSave(recipientId === null ? texts : { ...texts, recipient: recipientId }))}>
        <Stack gap="sm">
          <RecipientField
            description={inFile(texts.recipient, row.recipient !== undefined)}
            recipientId={recipientId}
            recipients={recipients}
            hasFocus={row.recipient === undefined}
            onChange={setRecipientId}
          />
          <AmountInput
            label="Amount"
            {...(row.recipient === undefined ? {} : { "data-autofocus": true })}
            description={inFile(row.texts.amount, row.cents !== undefined)}
            {...field("amount")}
          />
          <NativeSelect
            label="Method"
            data={methodOptions(
              texts,
              recipients.find(({ id }) => id === recipientId),
            )}
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
  externalMemo: texts.externalMemo || texts.invoiceNumber,
  amount: cents === undefined ? "" : `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`,
  sendOn: sendOn ?? "",
});

const inFile = (text: string, isRead: boolean): string | undefined =>
  isRead || text === "" ? undefined : `In the file: “${text.slice(0, 80)}”`;

/** The methods of the recipient, and what the file says if it is none of them. */
function methodOptions({ paymentMethod }: RowTexts, recipient: FileRecipient | undefined) {
  const methods = recipient?.payableBy ?? [];
  const isOther = paymentMethod !== "" && !methods.some((method) => method === paymentMethod);
  return [
    { value: "", label: "Recipient's default" },
    ...methods.map((method) => ({ value: method, label: shownMethods[method].name })),
    ...(isOther ? [{ value: paymentMethod, label: paymentMethod }] : []),
  ];
}

function RecipientField({
  description,
  recipientId,
  recipients,
  hasFocus,
  onChange,
}: {
  readonly description: string | undefined;
  readonly recipientId: string | null;
  readonly recipients: readonly FileRecipient[];
  readonly hasFocus: boolean;
  readonly onChange: (recipientId: string | null) => void;
}) {
  return (
    <Select
      label="Recipient"
      description={description}
      searchable
      limit={50}
      value={recipientId}
      onChange={onChange}
      data={recipients.map((each) => ({ value: each.id, label: recipientLabel(each) }))}
      // An open list would cover the amount.
      openOnFocus={false}
      {...(hasFocus ? { "data-autofocus": true } : {})}
    />
  );
}
