import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getTreasuryOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { setSandboxYield } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";

/** Sets what the simulated fund yields; hidden without a treasury account. */
export function YieldSection() {
  const treasury = useQuery(getTreasuryOptions());
  const refresh = useRefresh();
  const form = useForm<{ yield: string | number }>({ initialValues: { yield: "" } });
  const { busy, problem, submit } = useSubmit(form);
  const choose = (chosen: number | null) =>
    void submit(async () => {
      const { data } = await setSandboxYield({ body: { yield: chosen }, throwOnError: true });
      notifyDone(
        chosen === null
          ? `The fund has its usual yield from ${formatDay(data.startsOn)} on.`
          : `The fund yields ${chosen.toFixed(2)}% from ${formatDay(data.startsOn)} on.`,
      );
      form.setFieldValue("yield", "");
      await refresh("treasury");
    });
  if ((treasury.data?.accounts.length ?? 0) === 0) return null;
  return (
    <Section title="Treasury yield">
      <form
        onSubmit={form.onSubmit((fields) => {
          if (typeof fields.yield === "number") choose(fields.yield);
        })}
      >
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <Group gap="xs" align="flex-end">
            <NumberInput
              label="Yield of the money-market fund"
              size="xs"
              required
              suffix="%"
              min={0}
              max={25}
              decimalScale={2}
              hideControls
              {...form.getInputProps("yield")}
            />
            <Button type="submit" size="xs" variant="default" loading={busy}>
              Set yield
            </Button>
            <Button size="xs" variant="subtle" loading={busy} onClick={() => choose(null)}>
              Use the default
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            Applies from the next close of the day, 5 PM Eastern Time.
          </Text>
        </Stack>
      </form>
    </Section>
  );
}
