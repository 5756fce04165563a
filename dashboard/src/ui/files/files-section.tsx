import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Attachment } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { Loaded, SkeletonRows } from "../feedback/loaded.tsx";
import { useAction } from "../forms/use-action.ts";
import { Section } from "../page/section.tsx";
import type { DocumentBeside } from "./beside/use-document.ts";
import { FileList } from "./file-list.tsx";
import { FilePicker } from "./file-picker.tsx";
import { PageDrop } from "./page-drop.tsx";
import { useUpload } from "./use-upload.ts";

/** The files of a transaction, request, or recipient: list, preview, upload, and delete. */
export function FilesSection({
  title = "Files",
  query,
  path,
  empty,
  target,
  first,
  beside,
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
  /** What a file dropped anywhere on the page is attached to: "this payment". */
  readonly target: string;
  /** Files that were chosen before there was anything to attach them to. */
  readonly first?: readonly File[];
  readonly beside?: DocumentBeside | undefined;
  readonly mayAttach: boolean;
  readonly mayDelete: (file: Attachment) => boolean;
  readonly noteOf?: (file: Attachment) => string | undefined;
  readonly onDelete: (attachmentId: string) => Promise<unknown>;
}) {
  const refresh = useRefresh();
  const uploading = useUpload(path, () => refresh("attachments"));
  const { run } = useAction(["attachments"]);
  useOnce(first, uploading.upload);
  const confirm = (file: Attachment) =>
    modals.openConfirmModal({
      title: `Delete ${file.fileName}?`,
      children: <Text size="sm">The file is deleted for everyone, and its links stop working.</Text>,
      labels: { confirm: "Delete", cancel: "Cancel" },
      onConfirm: () => void run(() => onDelete(file.id), `${file.fileName} was deleted.`),
    });
  return (
    <Section title={title} actions={mayAttach && <Attach target={target} uploading={uploading} />}>
      <Loaded query={query} skeleton={<SkeletonRows rows={1} />}>
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
              beside={beside}
              {...(noteOf === undefined ? {} : { noteOf })}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

function Attach({
  target,
  uploading: { progress, problem, upload },
}: {
  readonly target: string;
  readonly uploading: ReturnType<typeof useUpload>;
}) {
  return (
    <>
      <FilePicker
        label="Attach file"
        isSlim
        progress={progress}
        problem={problem}
        onPick={(files) => void upload(files)}
      />
      <PageDrop
        label={`Drop to attach to ${target}`}
        isOff={progress !== undefined}
        onDrop={(files) => void upload(files)}
      />
    </>
  );
}

/** Uploads the files when the section opens. */
function useOnce(files: readonly File[] | undefined, upload: (files: readonly File[]) => Promise<void>): void {
  const isDone = useRef(false);
  const start = useEffectEvent(() => {
    if (isDone.current || files === undefined || files.length === 0) return;
    isDone.current = true;
    void upload(files);
  });
  useEffect(() => start(), []);
}
