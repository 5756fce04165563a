import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { updateTransaction } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { submits } from "../../ui/forms/submits.ts";
import { useSubmit } from "../../ui/forms/use-submit.ts";

/** The organization's note on a transaction, edited in place. */
export function Note({
  transactionId,
  note,
  mayEdit,
}: {
  readonly transactionId: string;
  readonly note: string | null;
  readonly mayEdit: boolean;
}) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <NoteForm transactionId={transactionId} note={note ?? ""} onClose={() => setEditing(false)} />;
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <Text
        size="sm"
        c={note === null ? "dimmed" : undefined}
        style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
      >
        {note ?? "No note"}
      </Text>
      {mayEdit && (
        <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
          {note === null ? "Add note" : "Edit note"}
        </Button>
      )}
    </Group>
  );
}

function NoteForm({
  transactionId,
  note,
  onClose,
}: {
  readonly transactionId: string;
  readonly note: string;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const [text, setText] = useState(note);
  const { busy, problem, submit } = useSubmit();
  const save = async () => {
    const path = { transactionId };
    await updateTransaction({ path, body: { note: text.trim() === "" ? null : text.trim() }, throwOnError: true });
    await refresh("transactions");
    onClose();
    notifyDone("The note was saved.");
  };
  return (
    <form onSubmit={submits(() => submit(save))}>
      <Stack gap="xs">
        <Textarea
          label="Note"
          description="Visible only to your organization."
          autosize
          minRows={2}
          maxLength={1000}
          data-autofocus
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={busy}>
            Save note
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
