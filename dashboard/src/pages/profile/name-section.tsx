import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { changeOwnName } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useSession } from "../../app/session/session.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { NameFields } from "../../ui/forms/name-fields.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";

/** The user's name and sign-in email. */
export function NameSection() {
  const { user } = useSession();
  const refresh = useRefresh();
  const form = useForm({ initialValues: { firstName: user.firstName, lastName: user.lastName } });
  const { busy, problem, submit } = useSubmit(form);
  const save = async (body: { firstName: string; lastName: string }) => {
    const { data } = await changeOwnName({ body, throwOnError: true });
    const saved = { firstName: data.firstName, lastName: data.lastName };
    form.setInitialValues(saved);
    form.setValues(saved);
    await refresh("profile");
    notifyDone("Your name was changed.");
  };
  return (
    <Section title="Name and email">
      <form onSubmit={form.onSubmit((values) => void submit(() => save(values)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <NameFields form={form} />
          <TextInput
            label="Email address"
            description="You sign in with this address. To change it, ask an administrator for a new invitation."
            value={user.email}
            readOnly
            variant="filled"
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty()}>
              Save name
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
