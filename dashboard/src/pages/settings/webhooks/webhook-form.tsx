import { Checkbox, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { type EventType, eventTypeNames } from "./event-types.ts";

export interface WebhookFields {
  url: string;
  eventTypes: EventType[];
}

/** Where events are sent, and which. */
export function WebhookForm({
  title,
  submitLabel,
  initial,
  onSave,
  onClose,
}: {
  readonly title: string;
  readonly submitLabel: string;
  readonly initial: WebhookFields;
  readonly onSave: (fields: WebhookFields) => Promise<void>;
  readonly onClose: () => void;
}) {
  const form = useForm<WebhookFields>({ initialValues: initial });
  const { busy, problem, submit } = useSubmit(form);
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <form onSubmit={form.onSubmit((fields) => void submit(() => onSave(fields)))}>
        <Stack gap="md">
          <FormProblem problem={problem} />
          <TextInput
            label="URL"
            placeholder="https://example.com/bursar"
            required
            data-autofocus
            {...form.getInputProps("url")}
          />
          <Checkbox.Group label="Events" {...form.getInputProps("eventTypes")}>
            <Stack gap={6} mt={6}>
              {eventTypeNames.map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <FormButtons submit={submitLabel} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
