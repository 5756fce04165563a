import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { updateRecipient } from "../../api/generated/sdk.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";
import { destinationOf } from "./details-text.ts";

/** Names the details to be removed: they cannot be restored. */
export function RemoveDetails({
  recipient,
  method,
  onClose,
}: {
  readonly recipient: Recipient;
  readonly method: PaymentMethod;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const removing = useMutation({
    mutationFn: () =>
      updateRecipient({
        path: { recipientId: recipient.id },
        body: { [shownMethods[method].member]: null },
        throwOnError: true,
      }),
    onSuccess: async ({ data }) => {
      const waits = data.awaitingConfirmation.includes(method);
      notifyDone(waits ? "Saved. Another person must confirm the removal." : "The details were removed.");
      await refresh("recipients");
      onClose();
    },
  });
  const name = shownMethods[method].name;
  return (
    <Modal opened onClose={onClose} title={`Remove the ${name} details of ${recipient.name}?`}>
      <Stack gap="md">
        <Text size="sm">
          {destinationOf(recipient, method)}. {recipient.name} can no longer be paid by {name} until new details are
          added.
        </Text>
        {removing.error !== null && <Problem error={removing.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={DANGER} loading={removing.isPending} onClick={() => removing.mutate()}>
            Remove details
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
