import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { Copy } from "../../../ui/copy.tsx";

/** An invitation is on its way; its link, for whoever would rather hand it over themselves. */
export function SentLink({
  email,
  link,
  onClose,
}: {
  readonly email: string;
  readonly link: string;
  readonly onClose: () => void;
}) {
  return (
    <Modal opened onClose={onClose} title="The invitation is on its way" size="lg" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text size="sm">
          <b>{email}</b> gets an e-mail. You can also hand over its link yourself. It is shown this once, and whoever
          has it can join in their place.
        </Text>
        <Copy text={link} label="link" />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
