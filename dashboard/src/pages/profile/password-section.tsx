import { Button, Group, PasswordInput, SimpleGrid, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { changePassword } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useSession } from "../../app/session/session.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";

export function PasswordSection() {
  const { user } = useSession();
  const refresh = useRefresh();
  const form = useForm({ initialValues: { password: "", newPassword: "" } });
  const { busy, problem, submit } = useSubmit(form);
  const change = async (body: { password: string; newPassword: string }) => {
    await changePassword({ body, throwOnError: true });
    form.reset();
    await refresh("profile");
    notifyDone("Your password was changed. Your other sessions have ended.");
  };
  return (
    <Section title="Password">
      <form onSubmit={form.onSubmit((values) => void submit(() => change(values)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          {/* Tells password managers which account the password belongs to. */}
          <input type="email" autoComplete="username" value={user.email} readOnly hidden />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              required
              {...form.getInputProps("password")}
            />
            <PasswordInput
              label="New password"
              autoComplete="new-password"
              required
              {...form.getInputProps("newPassword")}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty()}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
