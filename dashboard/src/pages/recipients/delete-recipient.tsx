import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { deleteRecipient } from "../../api/generated/sdk.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { useMoveOn } from "../../ui/page/use-move-on.ts";

export function DeleteRecipient({
  recipient,
  onClose,
}: {
  readonly recipient: Recipient;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const moveOn = useMoveOn();
  const deleting = useMutation({
    mutationFn: () => deleteRecipient({ path: { recipientId: recipient.id }, throwOnError: true }),
    onSuccess: async () => {
      notifyDone(`${recipient.name} was deleted.`);
      await moveOn({ to: "/recipients" });
      await refresh("recipients");
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Delete ${recipient.name}?`}>
      <Stack gap="md">
        <Text size="sm">
          The recipient can no longer be paid. Existing payments are not affected. This cannot be undone.
        </Text>
        {deleting.error !== null && <Problem error={deleting.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={DANGER} loading={deleting.isPending} onClick={() => deleting.mutate()}>
            Delete recipient
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
