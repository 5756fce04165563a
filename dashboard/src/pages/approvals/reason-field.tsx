import { Textarea } from "@mantine/core";

/** The reason for a decision; required for a rejection. */
export function ReasonField({
  required,
  value,
  onChange,
}: {
  readonly required: boolean;
  readonly value: string;
  readonly onChange: (reason: string) => void;
}) {
  return (
    <Textarea
      label={required ? "Reason" : "Reason (optional)"}
      description={required ? "The requester can see it." : undefined}
      required={required}
      maxLength={500}
      autosize
      minRows={2}
      data-autofocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
