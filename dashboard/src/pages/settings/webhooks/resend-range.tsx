import { Alert, Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { resendWebhookEvents } from "../../../api/generated/sdk.gen.ts";
import { notifyDone } from "../../../ui/feedback/notify.ts";
import { showProblems } from "../../../ui/forms/form-problems.ts";

/** Sends the events of a time range again. */
export function ResendRange({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useForm({ initialValues: { from: "", to: "" } });
  const submit = async ({ from, to }: { from: string; to: string }) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await resendWebhookEvents({
        path: { webhookEndpointId: webhookId },
        // The fields hold local time.
        body: { from: new Date(from).toISOString(), ...(to === "" ? {} : { to: new Date(to).toISOString() }) },
        throwOnError: true,
      });
      notifyDone(data.count === 1 ? "1 event was queued again." : `${data.count} events were queued again.`);
      await queryClient.invalidateQueries();
      onClose();
    } catch (error) {
      setProblem(showProblems(error, form));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Resend events" size="sm">
      <form onSubmit={form.onSubmit((fields) => void submit(fields))}>
        <Stack gap="md">
          {problem !== undefined && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <TextInput type="datetime-local" label="From" required data-autofocus {...form.getInputProps("from")} />
          <TextInput type="datetime-local" label="To (optional)" {...form.getInputProps("to")} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Resend
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
