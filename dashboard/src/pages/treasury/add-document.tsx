import { Button, FileInput, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { uploadTreasuryStatement } from "../../api/generated/sdk.gen.ts";
import type { TreasuryStatement } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";

const types = [
  { value: "1099", label: "1099" },
  { value: "1042S", label: "1042-S" },
  { value: "MonthlyStatement", label: "Monthly statement" },
  { value: "TradeConfirmation", label: "Trade confirmation" },
  { value: "1099R", label: "1099-R" },
  { value: "1099Q", label: "1099-Q" },
  { value: "5498", label: "5498" },
  { value: "5498ESA", label: "5498-ESA" },
  { value: "FMV", label: "Fair market value" },
  { value: "SDIRA", label: "Self-directed IRA" },
] as const satisfies readonly { value: TreasuryStatement["documentType"]; label: string }[];

interface Fields {
  file: File | null;
  documentType: TreasuryStatement["documentType"];
  description: string;
  periodStart: string;
  periodEnd: string;
}

/** A button and its dialog: adds a PDF of the custodian, such as a tax form. */
export function AddDocument({ treasuryId }: { readonly treasuryId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-xs" onClick={() => setOpened(true)}>
        Add document
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Add document">
        <DocumentForm treasuryId={treasuryId} onClose={() => setOpened(false)} />
      </Modal>
    </>
  );
}

function DocumentForm({ treasuryId, onClose }: { readonly treasuryId: string; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const form = useForm<Fields>({
    initialValues: { file: null, documentType: "1099", description: "", periodStart: "", periodEnd: "" },
    validate: { periodEnd: (end, { periodStart }) => (end < periodStart ? "Choose a day after the first one." : null) },
  });
  const { busy, problem, submit } = useSubmit(form);
  const send = async ({ file, ...body }: Fields) => {
    if (file === null) return;
    await uploadTreasuryStatement({ path: { treasuryId }, body: { ...body, file }, throwOnError: true });
    notifyDone("The document was added.");
    await refresh("treasury");
    onClose();
  };
  return (
    <form onSubmit={form.onSubmit((fields) => void submit(() => send(fields)))}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          A statement, confirmation, or tax form that your custodian issued.
        </Text>
        <FormProblem problem={problem} />
        <FileInput
          label="PDF file"
          description="Up to 5 MB"
          placeholder="Choose file"
          accept="application/pdf,.pdf"
          required
          {...form.getInputProps("file")}
        />
        <NativeSelect label="Type" data={[...types]} {...form.getInputProps("documentType")} />
        <TextInput
          label="Description"
          placeholder="1099-DIV for 2026"
          maxLength={200}
          required
          {...form.getInputProps("description")}
        />
        <Group grow align="flex-start">
          <TextInput label="From" type="date" required {...form.getInputProps("periodStart")} />
          <TextInput label="To" type="date" required {...form.getInputProps("periodEnd")} />
        </Group>
        <FormButtons submit="Add document" busy={busy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
