import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { resendWebhookEvents } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone } from "#ui/feedback/notify.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";

/** Sends the events of a time range again. */
export function ResendRange({ webhookId, onClose }: { readonly webhookId: string; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const form = useForm({ initialValues: { from: "", to: "" } });
  const { busy, problem, submit } = useSubmit(form);
  const send = async ({ from, to }: { from: string; to: string }) => {
    const { data } = await resendWebhookEvents({
      path: { webhookEndpointId: webhookId },
      // The fields hold local time.
      body: { from: new Date(from).toISOString(), ...(to === "" ? {} : { to: new Date(to).toISOString() }) },
      throwOnError: true,
    });
    notifyDone(data.count === 1 ? "1 event was queued again." : `${data.count} events were queued again.`);
    await refresh("webhooks");
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Resend events" size="sm">
      <form onSubmit={form.onSubmit((fields) => void submit(() => send(fields)))}>
        <Stack gap="md">
          <FormProblem problem={problem} />
          <TextInput type="datetime-local" label="From" required data-autofocus {...form.getInputProps("from")} />
          <TextInput type="datetime-local" label="To (optional)" {...form.getInputProps("to")} />
          <FormButtons submit="Resend" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
