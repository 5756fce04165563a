import { Button, Progress, Stack, Text } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { ACCEPTED_FILES, ACCEPTED_FILES_HINT } from "./accepted-files.ts";
import classes from "./files.module.css";

/** Chooses a file with a button, or by dropping it here. Shows the progress of its upload. */
export function FilePicker({
  label,
  isSlim = false,
  progress,
  problem,
  disabled = false,
  files = { accept: ACCEPTED_FILES, hint: ACCEPTED_FILES_HINT },
  onPick,
}: {
  readonly label: string;
  /** One line. */
  readonly isSlim?: boolean;
  /** The offered types; any by default. */
  readonly files?: { readonly accept: string; readonly hint: string };
  /** From 0 to 1 while a file is uploaded. */
  readonly progress: number | undefined;
  readonly problem: string | undefined;
  readonly disabled?: boolean;
  readonly onPick: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const isBusy = progress !== undefined;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy && !disabled) onPick([...event.dataTransfer.files]);
  };
  return (
    <Stack
      gap={6}
      className={classes["drop"] ?? ""}
      data-over={isOver || undefined}
      data-slim={isSlim || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button
        variant={isSlim ? "subtle" : "default"}
        size={isSlim ? "compact-sm" : "sm"}
        leftSection={<IconPaperclip size={16} aria-hidden />}
        {...(isSlim ? { title: `${files.hint}. You can also drop it here.` } : {})}
        loading={isBusy}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={files.accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after a problem.
          currentTarget.value = "";
        }}
      />
      {!isSlim && (
        <Text size="xs" c="dimmed" ta="center">
          {files.hint}.<span className="forMouse"> You can also drop it here.</span>
        </Text>
      )}
      {isBusy && <Progress value={progress * 100} aria-label="Upload progress" size="sm" />}
      {problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
