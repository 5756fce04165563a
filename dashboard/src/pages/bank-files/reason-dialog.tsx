import { Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { decideAboutBankFile } from "../../api/generated/sdk.gen.ts";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyOutcome } from "../../ui/feedback/notify-outcome.ts";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import type { FileChoice } from "./attention.ts";
import { nameOfFile } from "./file-labels.ts";

const REASON_LENGTH_MAX = 500;

/** A decision that is recorded with a reason. */
export function ReasonDialog({
  file,
  choice: { decision, label, consequence, done },
  onClose,
}: {
  readonly file: BankFile;
  readonly choice: FileChoice;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const { busy, problem, submit } = useSubmit();
  const [reason, setReason] = useState("");
  const text = reason.trim();
  const send = async () => {
    const { data } = await decideAboutBankFile({
      path: { fileId: file.id },
      body: { decision, reason: text },
      throwOnError: true,
    });
    await refresh("bankFiles", "transactions", "controls");
    notifyOutcome(data, done);
    onClose();
  };
  return (
    <FormDialog
      title={`${label}: ${nameOfFile(file)}`}
      submit={label}
      color={DANGER}
      busy={busy}
      disabled={text === ""}
      onSubmit={() => submit(send)}
      onClose={onClose}
    >
      <Text size="sm">{consequence}</Text>
      <Textarea
        label="Reason"
        description="Such as whom you asked at the bank, and what they said."
        required
        withAsterisk={false}
        autosize
        minRows={2}
        maxLength={REASON_LENGTH_MAX}
        value={reason}
        error={problem}
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
