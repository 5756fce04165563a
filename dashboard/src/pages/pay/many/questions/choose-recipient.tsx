import { Button, Group, Modal, Select, Stack } from "@mantine/core";
import { useState } from "react";
import type { FileRecipient } from "../rows/file-rows.ts";
import { shortName } from "./name-cell.tsx";
import { recipientLabel } from "./recipient-label.ts";

/** Chooses the recipient for all rows with a name. */
export function ChooseRecipient({
  name,
  recipients,
  onClose,
  onChoose,
}: {
  readonly name: string;
  readonly recipients: readonly FileRecipient[];
  readonly onClose: () => void;
  readonly onChoose: (recipientId: string) => void;
}) {
  const [id, setId] = useState<string | null>(null);
  return (
    <Modal opened onClose={onClose} title={`Recipient for “${shortName(name)}”`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (id !== null) onChoose(id);
        }}
      >
        <Stack gap="md">
          <Select
            label="Recipient"
            placeholder="Search by name"
            searchable
            limit={50}
            value={id}
            onChange={setId}
            data={recipients.map((each) => ({ value: each.id, label: recipientLabel(each) }))}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={id === null}>
              Use for all its rows
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
