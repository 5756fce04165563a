import { Text } from "@mantine/core";
import { useState } from "react";
import { decideAboutBankFile } from "../../api/generated/sdk.gen.ts";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyOutcome } from "../../ui/feedback/notify-outcome.ts";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { NoteField } from "../../ui/forms/note-field.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import type { FileChoice } from "./attention.ts";
import { nameOfFile } from "./file-labels.ts";

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
      <NoteField
        label="Reason"
        focused
        description="Such as whom you asked at the bank, and what they said."
        problem={problem}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}
