import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { downloadPathOf, FileContent } from "../file-content.tsx";
import classes from "./document-pane.module.css";
import type { DocumentBeside } from "./use-document.ts";

/** A picture or a PDF next to the review. `overList`: next to the panel, over the list. */
export function DocumentPane({
  document,
  overList = false,
}: {
  readonly document: DocumentBeside;
  readonly overList?: boolean;
}) {
  const { shown, documents, isChosen, close } = document;
  const pane = useRef<HTMLElement>(null);
  const id = shown?.id;
  useEffect(() => {
    if (isChosen && id !== undefined) pane.current?.focus({ preventScroll: true });
  }, [isChosen, id]);
  if (shown === undefined) return null;
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // The panel behind it stays open.
    event.preventDefault();
    close();
  };
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label="Document"
      className={classes["pane"]}
      data-document
      data-over-list={overList || undefined}
      onKeyDown={closeByKey}
    >
      <div className={classes["bar"]}>
        <Text size="sm" fw={550} className={classes["name"] ?? ""}>
          {shown.fileName}
        </Text>
        {documents.length > 1 && <Steps document={document} at={documents.indexOf(shown)} />}
        <ActionIcon
          component="a"
          href={downloadPathOf(shown)}
          variant="subtle"
          color="gray"
          aria-label="Download document"
        >
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Close document" onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that is longer than the pane scrolls by keyboard, too */}
      <section className={classes["content"]} tabIndex={0} aria-label={shown.fileName}>
        <FileContent key={shown.id} file={shown} />
      </section>
    </section>
  );
}

/** Which of the documents it is, and the previous and next one. */
function Steps({ document: { documents, show }, at }: { readonly document: DocumentBeside; readonly at: number }) {
  const step = (by: 1 | -1) => {
    const next = documents[at + by];
    if (next !== undefined) show(next);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <Step label="Previous document" isOff={at === 0} onClick={() => step(-1)}>
        <IconChevronLeft size={16} aria-hidden />
      </Step>
      <Text size="xs" c="dimmed" className={`figures ${classes["count"]}`}>
        {at + 1} of {documents.length}
      </Text>
      <Step label="Next document" isOff={at === documents.length - 1} onClick={() => step(1)}>
        <IconChevronRight size={16} aria-hidden />
      </Step>
    </Group>
  );
}

function Step({
  label,
  isOff,
  onClick,
  children,
}: {
  readonly label: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isOff} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
