import { Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { inviteUser } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { type ChosenRole, RoleFields } from "./role-fields.tsx";

interface Values extends ChosenRole {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const nobody: Values = { email: "", firstName: "", lastName: "", role: "approver", customPermissions: [] };

export function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefresh();
  const form = useForm<Values>({ initialValues: nobody });
  const { busy, problem, submit } = useSubmit(form);
  const invite = async ({ customPermissions, ...values }: Values) => {
    const { data } = await inviteUser({
      body: { ...values, customPermissions: [...customPermissions] },
      throwOnError: true,
    });
    notifyOutcome(data, `An invitation was sent to ${values.email}.`);
    await refresh("users", "controls");
    onClose();
  };
  const { role, customPermissions } = form.values;
  return (
    <Modal opened onClose={onClose} title="Invite user" size="lg">
      <form onSubmit={form.onSubmit((values) => void submit(() => invite(values)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <Text size="sm" c="dimmed">
            The user receives an email with a link to choose a password. The link works once and expires after seven
            days.
          </Text>
          <TextInput
            label="Email address"
            type="email"
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps("email")}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label="First name" autoComplete="off" required {...form.getInputProps("firstName")} />
            <TextInput label="Last name" autoComplete="off" required {...form.getInputProps("lastName")} />
          </SimpleGrid>
          <RoleFields
            value={{ role, customPermissions }}
            error={text(form.errors["customPermissions"] ?? form.errors["role"])}
            onChange={(chosen) => form.setValues(chosen)}
          />
          <FormButtons submit="Send invitation" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

const text = (error: unknown): string | undefined => (typeof error === "string" ? error : undefined);
