import { Button, Group, Text } from "@mantine/core";
import classes from "./form-buttons.module.css";

/** Cancel and submit at the end of a dialog's form. */
export function FormButtons({
  submit,
  busy,
  disabled = false,
  color,
  autoFocus = false,
  onCancel,
}: {
  readonly submit: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly color?: string | undefined;
  /** Moves the focus to the submit button when the dialog opens. */
  readonly autoFocus?: boolean;
  readonly onCancel: () => void;
}) {
  return (
    <Group justify="flex-end" className="shareWidth">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        loading={busy}
        disabled={disabled}
        {...(color === undefined ? {} : { color })}
        {...(autoFocus ? { "data-autofocus": true } : {})}
      >
        {submit}
      </Button>
    </Group>
  );
}

/** Undo and save at the end of a page of settings, or why there are none. */
export function SettingsButtons({
  save,
  busy,
  mayChange,
  isChanged,
  onUndo,
}: {
  /** What the button says. */
  readonly save: string;
  readonly busy: boolean;
  readonly mayChange: boolean;
  readonly isChanged: boolean;
  readonly onUndo: () => void;
}) {
  if (!mayChange)
    return (
      <Text size="sm" c="dimmed">
        You do not have permission to change these settings.
      </Text>
    );
  return (
    <Group justify="flex-end" className={`shareWidth ${isChanged ? classes["changed"] : ""}`}>
      <Button variant="default" disabled={!isChanged} onClick={onUndo}>
        Undo changes
      </Button>
      <Button type="submit" loading={busy} disabled={!isChanged}>
        {save}
      </Button>
    </Group>
  );
}
