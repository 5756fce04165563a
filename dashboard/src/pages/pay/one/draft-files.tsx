import { ActionIcon, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { fileProblem, formatSize } from "#ui/files/accepted-files.ts";
import { FilePicker } from "#ui/files/file-picker.tsx";
import classes from "#ui/files/files.module.css";
import { PageDrop } from "#ui/files/page-drop.tsx";
import { Section } from "#ui/page/section.tsx";

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** The invoice of a payment that is not requested yet: it is attached once the request exists. */
export function DraftFiles({
  files,
  onChange,
}: {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const add = (more: readonly File[]) => {
    const problems = more.flatMap((file) => fileProblem(file) ?? []);
    setProblem(problems.length === 0 ? undefined : problems.join(" "));
    const usable = more.filter((file) => fileProblem(file) === undefined);
    onChange([...files, ...usable.filter((file) => !files.some((other) => isSame(file, other)))]);
  };
  return (
    <Section title="Invoice and other files">
      <Stack gap="sm">
        {files.length === 0 ? (
          <Text size="sm" c="dimmed">
            Approvers see them next to the payment.
          </Text>
        ) : (
          <ul className={classes["list"]} aria-label="Files to attach">
            {files.map((file) => (
              <li key={`${file.name} ${file.size} ${file.lastModified}`} className={classes["file"]}>
                <div className={classes["name"]}>
                  <Text size="sm">{file.name}</Text>
                  <Text size="xs" c="dimmed">
                    {formatSize(file.size)}, attached when you request the payment
                  </Text>
                </div>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => onChange(files.filter((other) => other !== file))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <FilePicker label="Attach file" progress={undefined} problem={problem} onPick={add} />
        <PageDrop label="Drop to attach to this payment" onDrop={add} />
      </Stack>
    </Section>
  );
}
