import { Alert, Modal, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { requestPaymentUndo } from "#api/generated/sdk.gen.ts";
import type { PaymentUndoReason, PaymentUndoTerms } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { submits } from "#ui/forms/submits.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { undoConsequences, undoNames, undoReasonNames, undoVerbs } from "#ui/undo/undo-words.ts";

/** Why the payment is to be undone, after what that means. */
export function RequestUndoDialog({
  transactionId,
  terms: { kind, reasons },
  onClose,
}: {
  readonly transactionId: string;
  readonly terms: PaymentUndoTerms;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState<PaymentUndoReason | null>(null);
  const [note, setNote] = useState("");
  const [idempotencyKey] = useState(newKey);
  const refresh = useRefresh();
  const { busy, problem, submit } = useSubmit();
  const request = async () => {
    if (reason === null) return;
    const body = { reason, note: note.trim() === "" ? null : note.trim(), idempotencyKey };
    await requestPaymentUndo({ path: { transactionId }, body, throwOnError: true });
    await refresh("transactions", "approvals");
    onClose();
    notifyDone(`The ${undoNames[kind].toLowerCase()} was requested. It waits for approval.`);
  };
  return (
    <Modal opened onClose={onClose} title={undoVerbs[kind]} size="md">
      <form onSubmit={submits(() => submit(request))}>
        <Stack gap="md">
          {problem !== undefined && <Alert color="red">{problem}</Alert>}
          {undoConsequences[kind].map((consequence) => (
            <Text key={consequence} size="sm">
              {consequence}
            </Text>
          ))}
          <Radio.Group
            label="Reason"
            value={reason ?? ""}
            onChange={(value) => setReason(reasons.find((undoReason) => undoReason === value) ?? null)}
          >
            <Stack gap={6} mt={4}>
              {reasons.map((value) => (
                <Radio key={value} value={value} label={undoReasonNames[value]} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Note (optional)"
            description="Approvers can see it."
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <FormButtons submit={undoVerbs[kind]} busy={busy} disabled={reason === null} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
