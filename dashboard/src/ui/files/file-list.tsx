import { ActionIcon, Anchor, Badge, Text } from "@mantine/core";
import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getUsersOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Attachment } from "../../api/generated/types.gen.ts";
import { fullNameOf, useRight, useSession } from "../../app/session/session.ts";
import { formatInstant } from "../page/when.tsx";
import { formatSize } from "./accepted-files.ts";
import type { DocumentBeside } from "./beside/use-document.ts";
import { canPreview, downloadPathOf } from "./file-content.tsx";
import { FilePreview } from "./file-preview.tsx";
import classes from "./files.module.css";

/** People rarely change their names. */
const STALE_MS = 60_000;
const formNames: Readonly<Record<Attachment["formType"], string | undefined>> = {
  w9: "W-9",
  w8BEN: "W-8BEN",
  w8BENE: "W-8BEN-E",
  unknown: undefined,
};

/** Attached files, with a preview of pictures and PDFs. */
export function FileList({
  files,
  noteOf,
  beside,
  mayDelete = () => false,
  onDelete,
}: {
  readonly files: readonly Attachment[];
  /** Shows them next to what they belong to, rather than in a dialog. */
  readonly beside?: DocumentBeside | undefined;
  /** What else there is to say about a file, such as that it was added late. */
  readonly noteOf?: (file: Attachment) => string | undefined;
  readonly mayDelete?: (file: Attachment) => boolean;
  readonly onDelete?: (file: Attachment) => void;
}) {
  const [shown, show] = useState<Attachment>();
  return (
    <>
      <ul className={classes["list"]} aria-label="Files">
        {files.map((file) => (
          <li key={file.id} className={classes["file"]}>
            <FileName
              file={file}
              note={noteOf?.(file)}
              isShown={beside && beside.shown?.id === file.id}
              onShow={() => (beside ? beside.show(file) : show(file))}
            />
            <ActionIcon
              component="a"
              href={downloadPathOf(file)}
              variant="subtle"
              color="gray"
              aria-label={`Download ${file.fileName}`}
            >
              <IconDownload size={16} aria-hidden />
            </ActionIcon>
            {onDelete !== undefined && mayDelete(file) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${file.fileName}`}
                onClick={() => onDelete(file)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {shown !== undefined && <FilePreview file={shown} onClose={() => show(undefined)} />}
    </>
  );
}

function FileName({
  file,
  note,
  isShown,
  onShow,
}: {
  readonly file: Attachment;
  readonly note: string | undefined;
  /** Next to the list; undefined if it opens in a dialog. */
  readonly isShown: boolean | undefined;
  readonly onShow: () => void;
}) {
  const form = formNames[file.formType];
  return (
    <div className={classes["name"]}>
      {canPreview(file) ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          data-file={file.id}
          aria-pressed={isShown}
          onClick={onShow}
        >
          {file.fileName}
        </Anchor>
      ) : (
        <Text component="span" size="sm">
          {file.fileName}
        </Text>
      )}
      {form !== undefined && (
        <Badge ml={6} size="sm" variant="light" color="gray">
          {form}
        </Badge>
      )}
      {note !== undefined && (
        <Badge ml={6} size="sm" variant="light" color="yellow">
          {note}
        </Badge>
      )}
      <Uploaded file={file} />
    </div>
  );
}

function Uploaded({ file }: { readonly file: Attachment }) {
  const { user } = useSession();
  const users = useQuery({ ...getUsersOptions(), enabled: useRight("fetchUsers"), staleTime: STALE_MS });
  const uploader = users.data?.users.find(({ userId }) => userId === file.uploadedByUserId);
  const { uploadedByUserId, uploadedByTokenId, uploadedAt, sizeBytes } = file;
  const by =
    uploadedByUserId !== null
      ? uploadedByUserId === user.userId
        ? "you"
        : uploader === undefined
          ? "another user"
          : fullNameOf(uploader)
      : uploadedByTokenId !== null
        ? "an API token"
        : "the recipient";
  return (
    <Text size="xs" c="dimmed" title={`Uploaded by ${by} on ${formatInstant(uploadedAt)}`}>
      {formatSize(sizeBytes)}, from {by}, {formatInstant(uploadedAt, "short")}
    </Text>
  );
}
