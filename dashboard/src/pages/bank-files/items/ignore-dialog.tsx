import { Checkbox, Text } from "@mantine/core";
import { useState } from "react";
import { decideAboutBankFileItem } from "#api/generated/sdk.gen.ts";
import type { BankFileItem } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { FormDialog } from "#ui/forms/form-dialog.tsx";
import { NoteField } from "#ui/forms/note-field.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";

/** A person notes why nothing follows from items, once or for all of their companies and accounts. */
export function IgnoreDialog({
  items,
  onClose,
}: {
  /** One or more. */
  readonly items: readonly BankFileItem[];
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const { busy, problem, submit } = useSubmit();
  const [note, setNote] = useState("");
  // Each later report would have the same accounts again.
  const [always, setAlways] = useState(items.every(({ kind, ignorable }) => ignorable && kind === "otherAccount"));
  const text = note.trim();
  const [only] = items.length === 1 ? items : [];
  const send = async () => {
    try {
      for (const { id } of items)
        await decideAboutBankFileItem({
          path: { itemId: id },
          body: { note: text, ...(always ? { always } : {}) },
          throwOnError: true,
        });
    } finally {
      await refresh("bankFiles");
    }
    notifyDone(only === undefined ? `${items.length} items were ignored.` : "The item was ignored.");
    onClose();
  };
  return (
    <FormDialog
      title={only === undefined ? `Ignore ${items.length} items` : "Ignore this item"}
      submit="Ignore"
      busy={busy}
      disabled={text === ""}
      onSubmit={() => submit(send)}
      onClose={onClose}
    >
      <Text size="sm">
        {only === undefined
          ? "Nothing follows from them. Your note is kept in the audit log for each."
          : `${only.place}: ${only.reason} Nothing follows from it. Your note is kept in the audit log.`}
      </Text>
      <NoteField
        focused
        description="Why, such as what the bank said."
        problem={problem}
        value={note}
        onChange={setNote}
      />
      {items.every(({ ignorable }) => ignorable) && (
        <Checkbox
          label={`From now on, ignore everything about ${items.map(({ subject }) => subject).join(" and ")} over this connection`}
          checked={always}
          onChange={(event) => setAlways(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
