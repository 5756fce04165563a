import { Button, Group, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { depositToAccount } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";

interface Fields {
  account: string | null;
  amount: string | number;
  name: string;
}

/** Simulates an incoming payment. */
export function DepositSection() {
  const { accounts, nameOf } = useAccountNames();
  const refresh = useRefresh();
  const form = useForm<Fields>({
    initialValues: { account: null, amount: "", name: "" },
    validate: {
      account: (account) => (account === null ? "Choose an account." : null),
      amount: (amount) => (typeof amount === "number" ? null : "Enter an amount."),
    },
  });
  const { busy, problem, submit } = useSubmit(form);
  const send = async ({ account, amount, name }: Fields) => {
    if (account === null || typeof amount !== "number") return;
    await depositToAccount({
      path: { accountId: account },
      body: { amount, ...(name === "" ? {} : { name }) },
      throwOnError: true,
    });
    notifyDone(`${formatMoney(amount)} was deposited to ${nameOf(account)}.`);
    form.setFieldValue("amount", "");
    await refresh("transactions");
  };
  return (
    <Section title="Deposit">
      <form onSubmit={form.onSubmit((fields) => void submit(() => send(fields)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <Select
            label="To account"
            placeholder="Choose an account"
            size="xs"
            required
            data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps("account")}
          />
          <Group grow align="flex-start">
            <NumberInput
              label="Amount"
              size="xs"
              required
              prefix="$"
              thousandSeparator
              decimalScale={2}
              hideControls
              {...form.getInputProps("amount")}
            />
            <TextInput label="Sender (optional)" size="xs" {...form.getInputProps("name")} />
          </Group>
          <Group justify="flex-end">
            <Button type="submit" size="xs" variant="default" loading={busy}>
              Deposit
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
