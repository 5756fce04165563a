import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { changePassword } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useSession } from "../../app/session/session.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";

export function PasswordSection() {
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <Section title="Password">
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={480}>
          A new password ends your other sessions.
        </Text>
        <Button variant="default" onClick={() => setChanging(true)}>
          Change password
        </Button>
      </Group>
      <Modal opened={isChanging} onClose={close} title="Change password">
        <PasswordForm onClose={close} />
      </Modal>
    </Section>
  );
}

function PasswordForm({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSession();
  const refresh = useRefresh();
  const form = useForm({ initialValues: { password: "", newPassword: "" } });
  const { busy, problem, submit } = useSubmit(form);
  const change = async (body: { password: string; newPassword: string }) => {
    await changePassword({ body, throwOnError: true });
    await refresh("profile");
    notifyDone("Your password was changed. Your other sessions have ended.");
    onClose();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submit(() => change(values)))}>
      <Stack gap="sm">
        <FormProblem problem={problem} />
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          required
          {...form.getInputProps("newPassword")}
        />
        <FormButtons submit="Change password" busy={busy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
