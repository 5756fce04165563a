import { Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { editUser } from "#api/generated/sdk.gen.ts";
import type { User } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { fullNameOf } from "#app/session/session.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { FormButtons } from "#ui/forms/form-buttons.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { type ChosenRole, RoleFields } from "./role-fields.tsx";

/** Edits a user's name and, where allowed, role. */
export function UserForm({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const mayChangeRole = user.allowedActions?.includes("changeRole") === true;
  const refresh = useRefresh();
  const form = useForm<{ firstName: string; lastName: string } & ChosenRole>({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      role: user.role,
      customPermissions: user.customPermissions,
    },
  });
  const { busy, problem, submit } = useSubmit(form);
  const save = async ({ firstName, lastName, role, customPermissions }: typeof form.values) => {
    const rights = mayChangeRole ? { role, customPermissions: [...customPermissions] } : {};
    const { data } = await editUser({
      path: { userId: user.userId },
      body: { firstName, lastName, ...rights },
      throwOnError: true,
    });
    await refresh("users", "controls");
    notifyOutcome(data, "Saved. A new role takes effect within a second.");
    onClose();
  };
  const { role, customPermissions } = form.values;
  return (
    <Modal opened onClose={onClose} title={fullNameOf(user)} size="lg">
      <form onSubmit={form.onSubmit((values) => void submit(() => save(values)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label="First name" required data-autofocus {...form.getInputProps("firstName")} />
            <TextInput label="Last name" required {...form.getInputProps("lastName")} />
          </SimpleGrid>
          {mayChangeRole ? (
            <RoleFields
              value={{ role, customPermissions }}
              error={text(form.errors["customPermissions"] ?? form.errors["role"])}
              onChange={(chosen) => form.setValues(chosen)}
            />
          ) : (
            <Text size="sm" c="dimmed">
              You cannot change your own role. Ask another administrator.
            </Text>
          )}
          <FormButtons submit="Save" busy={busy} disabled={!form.isDirty()} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

const text = (error: unknown): string | undefined => (typeof error === "string" ? error : undefined);
