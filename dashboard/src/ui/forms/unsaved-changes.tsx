import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { DANGER } from "./danger-color.ts";

/** Asks before unsaved input is discarded. Navigation after saving passes `ignoreBlocker`. */
export function UnsavedChanges({ when }: { readonly when: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Modal opened onClose={reset} title="Leave this page?">
      <Stack gap="md">
        <Text size="sm">Your changes are not saved.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={reset} data-autofocus>
            Stay
          </Button>
          <Button color={DANGER} onClick={proceed}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
