import { Button, Group } from "@mantine/core";
import { DANGER } from "./danger-color.ts";
import { FormButtons } from "./form-buttons.tsx";

/** Cancel and submit, and on the opposite side Delete for something that exists. */
export function EditButtons({
  onDelete,
  ...buttons
}: Parameters<typeof FormButtons>[0] & { readonly onDelete: (() => void) | undefined }) {
  return (
    <Group justify="space-between">
      {onDelete === undefined ? (
        <span />
      ) : (
        <Button variant="subtle" color={DANGER} onClick={onDelete}>
          Delete
        </Button>
      )}
      <FormButtons {...buttons} />
    </Group>
  );
}
