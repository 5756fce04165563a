import { Button, Group } from "@mantine/core";

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
    <Group justify="flex-end">
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
