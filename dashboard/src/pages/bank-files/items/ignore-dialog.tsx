import { Checkbox, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { decideAboutBankFileItem } from "../../../api/generated/sdk.gen.ts";
import type { BankFileItem } from "../../../api/generated/types.gen.ts";
import { useRefresh } from "../../../api/refresh.ts";
import { notifyDone } from "../../../ui/feedback/notify.ts";
import { FormDialog } from "../../../ui/forms/form-dialog.tsx";
import { useSubmit } from "../../../ui/forms/use-submit.ts";

const NOTE_LENGTH_MAX = 500;

/** A person notes why nothing follows from an item, once or for all of its company or account. */
export function IgnoreDialog({ item, onClose }: { readonly item: BankFileItem; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const { busy, problem, submit } = useSubmit();
  const [note, setNote] = useState("");
  const [always, setAlways] = useState(false);
  const text = note.trim();
  const send = async () => {
    await decideAboutBankFileItem({
      path: { itemId: item.id },
      body: { note: text, ...(always ? { always } : {}) },
      throwOnError: true,
    });
    await refresh("bankFiles");
    notifyDone("The item was ignored.");
    onClose();
  };
  return (
    <FormDialog
      title="Ignore this item"
      submit="Ignore"
      busy={busy}
      disabled={text === ""}
      onSubmit={() => submit(send)}
      onClose={onClose}
    >
      <Text size="sm">
        {item.place}: {item.reason} Nothing follows from it. Your note is kept in the audit log.
      </Text>
      <Textarea
        label="Note"
        description="Why, such as what the bank said."
        required
        withAsterisk={false}
        autosize
        minRows={2}
        maxLength={NOTE_LENGTH_MAX}
        value={note}
        error={problem}
        data-autofocus
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {item.ignorable && (
        <Checkbox
          label={`From now on, ignore everything about ${item.subject} over this connection`}
          checked={always}
          onChange={(event) => setAlways(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
