import { Textarea } from "@mantine/core";

const LENGTH_MAX = 500;

/** The reason for a decision, kept in the audit log. */
export function NoteField({
  label = "Note",
  focused = false,
  description,
  problem,
  value,
  onChange,
}: {
  readonly label?: string;
  /** If it is the first field of its dialog. */
  readonly focused?: boolean;
  readonly description: string;
  readonly problem: string | undefined;
  readonly value: string;
  readonly onChange: (note: string) => void;
}) {
  return (
    <Textarea
      label={label}
      description={description}
      required
      withAsterisk={false}
      autosize
      minRows={2}
      maxLength={LENGTH_MAX}
      value={value}
      error={problem}
      data-autofocus={focused || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
