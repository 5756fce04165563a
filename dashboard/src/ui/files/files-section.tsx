import { Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useQueryClient } from "@tanstack/react-query";
import type { Attachment } from "../../api/generated/types.gen.ts";
import { Loaded, SkeletonRows } from "../feedback/loaded.tsx";
import { useAction } from "../forms/use-action.ts";
import { Section } from "../page/section.tsx";
import { FileList } from "./file-list.tsx";
import { FilePicker } from "./file-picker.tsx";
import { useUpload } from "./use-upload.ts";

/** The files of a transaction, request, or recipient: list, preview, upload, and delete. */
export function FilesSection({
  title = "Files",
  query,
  path,
  empty,
  mayAttach,
  mayDelete,
  noteOf,
  onDelete,
}: {
  readonly title?: string;
  readonly query: Parameters<typeof Loaded<{ readonly attachments: readonly Attachment[] }>>[0]["query"];
  /** Where files are uploaded. */
  readonly path: string;
  readonly empty: string;
  readonly mayAttach: boolean;
  readonly mayDelete: (file: Attachment) => boolean;
  readonly noteOf?: (file: Attachment) => string | undefined;
  readonly onDelete: (attachmentId: string) => Promise<unknown>;
}) {
  const queryClient = useQueryClient();
  const { progress, problem, upload } = useUpload(path, () => queryClient.invalidateQueries());
  const { run } = useAction();
  const confirm = (file: Attachment) =>
    modals.openConfirmModal({
      title: `Delete ${file.fileName}?`,
      children: <Text size="sm">The file is deleted for everyone, and its links stop working.</Text>,
      labels: { confirm: "Delete", cancel: "Cancel" },
      onConfirm: () => void run(() => onDelete(file.id), `${file.fileName} was deleted.`),
    });
  return (
    <Section title={title}>
      <Stack gap="sm">
        <Loaded query={query} skeleton={<SkeletonRows rows={2} />}>
          {({ attachments }) =>
            attachments.length === 0 ? (
              <Text size="sm" c="dimmed">
                {empty}
              </Text>
            ) : (
              <FileList
                files={attachments}
                mayDelete={mayDelete}
                onDelete={confirm}
                {...(noteOf === undefined ? {} : { noteOf })}
              />
            )
          }
        </Loaded>
        {mayAttach && (
          <FilePicker
            label="Attach file"
            progress={progress}
            problem={problem}
            onPick={(files) => void upload(files)}
          />
        )}
      </Stack>
    </Section>
  );
}
