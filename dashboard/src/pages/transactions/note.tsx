import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { updateTransaction } from "../../api/generated/sdk.gen.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";

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
  const queryClient = useQueryClient();
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (text === undefined)
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
          <Button size="compact-sm" variant="default" onClick={() => setText(note ?? "")}>
            {note === null ? "Add note" : "Edit note"}
          </Button>
        )}
      </Group>
    );
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const path = { transactionId };
      await updateTransaction({ path, body: { note: text.trim() === "" ? null : text.trim() }, throwOnError: true });
      await queryClient.invalidateQueries();
      setText(undefined);
      notifyDone("The note was saved.");
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
          <Button size="xs" variant="default" onClick={() => setText(undefined)}>
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
