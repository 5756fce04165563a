import { Button, Group, Modal, NativeSelect, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Recipient } from "../../../api/generated/types.gen.ts";
import { AmountInput } from "../../../ui/forms/amount-input.tsx";
import { methodNames } from "../../../ui/money/payment-methods.ts";
import type { FileField } from "./csv-file.ts";
import type { FileRow, RowTexts } from "./csv-rows.ts";

/** Corrects one row. The file itself is not changed. */
export function EditRow({
  row,
  recipients,
  onClose,
  onSave,
}: {
  readonly row: FileRow;
  readonly recipients: readonly Recipient[];
  readonly onClose: () => void;
  readonly onSave: (texts: RowTexts) => void;
}) {
  const [texts, setTexts] = useState(row.texts);
  const [recipientId, setRecipientId] = useState<string | null>(row.recipient?.id ?? null);
  const field = (name: FileField) => ({
    value: texts[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setTexts({ ...texts, [name]: event.currentTarget.value }),
  });
  const methods = recipients.find(({ id }) => id === recipientId)?.payableBy ?? [];
  return (
    <Modal opened onClose={onClose} title={`Row ${row.number}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave(recipientId === null ? texts : { ...texts, recipient: recipientId });
        }}
      >
        <Stack gap="sm">
          <Select
            label="Recipient"
            description={
              row.recipient === undefined && texts.recipient !== "" ? `In the file: “${texts.recipient}”` : undefined
            }
            searchable
            limit={50}
            value={recipientId}
            onChange={setRecipientId}
            data={recipients.map(({ id, name }) => ({ value: id, label: name }))}
            data-autofocus
          />
          <AmountInput label="Amount" {...field("amount")} />
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
          <TextInput label="Send on" placeholder="2026-12-31" {...field("sendOn")} />
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
