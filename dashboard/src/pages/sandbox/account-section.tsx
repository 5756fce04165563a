import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { openSandboxAccount } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { accountKindNames } from "../../ui/money/account-labels.ts";
import { Section } from "../../ui/page/section.tsx";

const kinds = ["checking", "savings", "treasury"] as const;

interface Fields {
  name: string;
  kind: (typeof kinds)[number];
}

/** Opens an account at the simulated bank. */
export function AccountSection() {
  const refresh = useRefresh();
  const form = useForm<Fields>({ initialValues: { name: "", kind: "checking" } });
  const { busy, problem, submit } = useSubmit(form);
  const open = async (body: Fields) => {
    const { data } = await openSandboxAccount({ body, throwOnError: true });
    notifyDone(`${data.name} was opened.`);
    form.reset();
    await refresh("accounts");
  };
  return (
    <Section title="Open account">
      <form onSubmit={form.onSubmit((fields) => void submit(() => open(fields)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <Group grow align="flex-start">
            <TextInput label="Account name" size="xs" required maxLength={100} {...form.getInputProps("name")} />
            <NativeSelect
              label="Type"
              size="xs"
              data={kinds.map((value) => ({ value, label: accountKindNames[value] ?? value }))}
              {...form.getInputProps("kind")}
            />
          </Group>
          <Group justify="flex-end">
            <Button type="submit" size="xs" variant="default" loading={busy}>
              Open account
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
