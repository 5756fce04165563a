import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { Copy } from "../../ui/forms/copy-button.tsx";

/** Shows a new secret. The service stores only a hash or an encrypted copy, so it cannot be shown again. */
export function SecretDialog({
  title,
  label,
  secret,
  hint,
  example,
  notice = "Copy it now. It is shown only once. Store it in a password manager.",
  onClose,
}: {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  readonly hint?: string;
  readonly example?: string;
  readonly notice?: string;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" icon={<IconKey size={18} aria-hidden />}>
          {notice}
        </Alert>
        <Copy text={secret} label={label} />
        {hint !== undefined && <Text size="sm">{hint}</Text>}
        {example !== undefined && <Copy text={example} label="command" />}
        <Group justify="flex-end">
          <Button onClick={onClose}>I copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
