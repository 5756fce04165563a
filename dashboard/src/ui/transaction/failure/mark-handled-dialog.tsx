import { Modal, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { isApiError } from "#api/api-error.ts";
import { markFailureHandled } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone } from "../../feedback/notify.ts";
import { FormButtons } from "../../forms/form-buttons.tsx";
import { FormProblem } from "../../forms/form-problem.tsx";
import { submits } from "../../forms/submits.ts";
import { useSubmit } from "../../forms/use-submit.ts";

/** Marks failed payments as handled, one after the other, with one note. */
export function MarkHandledDialog({
  transactionIds,
  onClose,
}: {
  readonly transactionIds: readonly string[];
  readonly onClose: (isDone: boolean) => void;
}) {
  const [note, setNote] = useState("");
  const { busy, problem, submit } = useSubmit();
  const refresh = useRefresh();
  const isOne = transactionIds.length === 1;
  const save = async () => {
    const isDone = await submit(() => markAll(transactionIds, note.trim()));
    // What was marked before an error stays marked.
    await refresh("transactions");
    if (!isDone) return;
    notifyDone(isOne ? "The payment was marked as handled." : "The payments were marked as handled.");
    onClose(true);
  };
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={isOne ? "Mark as handled" : `Mark ${transactionIds.length} payments as handled`}
    >
      <form onSubmit={submits(save)}>
        <Stack gap="md">
          <FormProblem problem={problem} />
          <Text size="sm">
            Nobody has to do anything about {isOne ? "this payment" : "these payments"} anymore. No money moves.
          </Text>
          <Textarea
            label="Note (optional)"
            description="What was done, for your colleagues"
            autosize
            minRows={2}
            maxLength={1000}
            data-autofocus
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <FormButtons submit="Mark as handled" busy={busy} onCancel={() => onClose(false)} />
        </Stack>
      </form>
    </Modal>
  );
}

/** Of several, those that someone else has marked meanwhile keep that person's note. */
async function markAll(transactionIds: readonly string[], note: string): Promise<void> {
  for (const transactionId of transactionIds)
    try {
      await markFailureHandled({ path: { transactionId }, body: { note: note || null }, throwOnError: true });
    } catch (error) {
      if (transactionIds.length === 1 || !isApiError(error, "failureHandled")) throw error;
    }
}
