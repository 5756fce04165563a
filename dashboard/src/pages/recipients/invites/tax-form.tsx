import { Fieldset, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { TaxDocument } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { SCANS } from "#ui/files/accepted-files.ts";
import { FilePicker } from "#ui/files/file-picker.tsx";
import { useUpload } from "#ui/files/use-upload.ts";

const forms = [
  { value: "w9", label: "W-9: US persons and companies" },
  { value: "w8BEN", label: "W-8BEN: individuals outside the US" },
  { value: "w8BENE", label: "W-8BEN-E: companies outside the US" },
];
const shortNames: Readonly<Record<TaxDocument["formType"], string>> = {
  w9: "W-9",
  w8BEN: "W-8BEN",
  w8BENE: "W-8BEN-E",
  unknown: "Tax form",
};

/** The payee chooses which form it is, and uploads it. Another upload replaces it. */
export function TaxForm({
  inviteId,
  uploaded,
  isMissing,
}: {
  readonly inviteId: string;
  readonly uploaded: TaxDocument | null;
  /** The payee tried to submit without it. */
  readonly isMissing: boolean;
}) {
  const [formType, setFormType] = useState<string | null>(uploaded?.formType ?? null);
  const refresh = useRefresh();
  const { progress, problem, upload } = useUpload(
    `/invites/${inviteId}/tax-document`,
    () => refresh("invites"),
    // Another upload replaces the form, so a repeated one does no harm.
    { takesKey: false },
  );
  return (
    <Fieldset legend="Tax form">
      <Stack gap="sm">
        <Select
          label="Form"
          placeholder="Choose your form"
          data={forms}
          value={formType}
          onChange={setFormType}
          allowDeselect={false}
          error={isMissing && formType === null ? "Choose the form." : undefined}
        />
        {uploaded !== null && (
          <Text size="sm" role="status">
            {shortNames[uploaded.formType]} uploaded: {uploaded.fileName}
          </Text>
        )}
        <FilePicker
          label={uploaded === null ? "Upload form" : "Replace form"}
          files={SCANS}
          progress={progress}
          problem={problem ?? (isMissing && uploaded === null ? "Upload your tax form." : undefined)}
          disabled={formType === null}
          onPick={(files) => void upload(files.slice(0, 1), { formType: formType ?? "" })}
        />
        <Text size="xs" c="dimmed">
          A scan or photo of the signed form. The location is removed from photos.
        </Text>
      </Stack>
    </Fieldset>
  );
}
