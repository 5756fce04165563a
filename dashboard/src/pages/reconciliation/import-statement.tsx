import { Alert, Button, FileInput, Modal, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { importBankStatement } from "../../api/generated/sdk.gen.ts";
import type { BankFile } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useRight } from "../../app/session/session.ts";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";

/** A button and its dialog: imports a statement from the bank's website and shows the result. */
export function ImportStatement() {
  const mayImport = useRight("bankFiles");
  const [opened, setOpened] = useState(false);
  if (!mayImport) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Import statement
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Import statement">
        <ImportForm onClose={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefresh();
  const [imported, setImported] = useState<BankFile | undefined>();
  const form = useForm<{ file: File | null }>({ initialValues: { file: null } });
  const { busy, problem, submit } = useSubmit(form);
  const send = async ({ file }: { file: File | null }) => {
    if (file === null) return;
    const { data } = await importBankStatement({ body: { file }, throwOnError: true });
    setImported(data);
    await refresh("reconciliation", "transactions", "bankFiles");
  };
  if (imported !== undefined)
    return (
      <Stack gap="sm">
        <Result file={imported} />
        <Button onClick={onClose}>Close</Button>
      </Stack>
    );
  return (
    <form onSubmit={form.onSubmit((fields) => void submit(() => send(fields)))}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          A statement that you downloaded from the bank. Its account number says which account it is about. Incoming
          money in it is shown, and recorded only if you choose to.
        </Text>
        <FormProblem problem={problem} />
        <FileInput
          label="File"
          description="camt.053, camt.052, camt.054, or BAI2, up to 32 MB"
          placeholder="Choose file"
          required
          {...form.getInputProps("file")}
        />
        <FormButtons submit="Import" busy={busy} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function Result({ file: { state, transactions, reason } }: { readonly file: BankFile }) {
  if (state === "processed")
    return (
      <Alert color="green" title="Imported">
        {transactions === 1 ? "1 movement was" : `${transactions} movements were`} compared with your transactions.
      </Alert>
    );
  if (state === "repeated") return <Alert title="Nothing new">{reason}</Alert>;
  return (
    <Alert color="red" title="Not imported: it contradicts what is known">
      {reason}
    </Alert>
  );
}
