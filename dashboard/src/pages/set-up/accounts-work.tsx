import { Button, Group, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getAccountsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { openAccount, recordOpeningBalance } from "#api/generated/sdk.gen.ts";
import type { Account } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone, notifyProblem } from "#ui/feedback/notify.ts";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { AmountInput } from "#ui/forms/amount-input.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { Money } from "#ui/money/money.tsx";
import { parseAmount } from "#ui/money/parse-amount.ts";
import { TwoLines } from "#ui/table/two-lines.tsx";
import classes from "./set-up.module.css";

/** The organization's accounts, and the form for another one. */
export function AccountsWork() {
  const { data } = useQuery(getAccountsOptions());
  const accounts = data?.accounts ?? [];
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap="sm">
      {accounts.map((account) => (
        <AccountLine key={account.id} account={account} />
      ))}
      {data !== undefined && (accounts.length === 0 || isAdding) ? (
        <AccountForm onDone={() => setAdding(false)} />
      ) : (
        <Group>
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            Open another account
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function AccountLine({ account }: { readonly account: Account }) {
  const [isEntering, setEntering] = useState(false);
  const { id, name, kind, accountNumber, currentBalance, availableBalance } = account;
  const mayHaveNone = currentBalance === 0 && availableBalance === 0;
  return (
    <div className={classes["connection"]}>
      <TwoLines first={name} second={`${kind} ••${accountNumber.slice(-4)}`} />
      <Group gap="sm">
        <Money amount={currentBalance} />
        {mayHaveNone && !isEntering && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Record opening balance of ${name}`}
            onClick={() => setEntering(true)}
          >
            Record opening balance
          </Button>
        )}
      </Group>
      {isEntering && <OpeningBalance accountId={id} onDone={() => setEntering(false)} />}
    </div>
  );
}

function OpeningBalance({ accountId, onDone }: { readonly accountId: string; readonly onDone: () => void }) {
  const refresh = useRefresh();
  const form = useForm({ initialValues: { amount: "" } });
  const { busy, problem, submit } = useSubmit(form);
  const record = async ({ amount }: { readonly amount: string }) => {
    await recordBalance(accountId, amount);
    await refresh("accounts", "transactions", "controls");
    onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submit(() => record(values)))} style={{ flexBasis: "100%" }}>
      <Stack gap="xs">
        <FormProblem problem={problem} />
        <AmountInput
          label="Balance at the bank"
          description="A second administrator confirms it, if there is one."
          required
          {...form.getInputProps("amount")}
          value={form.values.amount}
        />
        <Group>
          <Button type="submit" size="xs" loading={busy}>
            Record balance
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

async function recordBalance(accountId: string, typed: string): Promise<void> {
  const amount = parseAmount(typed) ?? 0;
  const { data } = await recordOpeningBalance({ path: { accountId }, body: { amount }, throwOnError: true });
  notifyOutcome(data, "The opening balance was recorded.");
}

const kinds = [
  { value: "checking", label: "Checking" },
  { value: "savings", label: "Savings" },
  { value: "treasury", label: "Treasury" },
] as const;
type Kind = (typeof kinds)[number]["value"];

function AccountForm({ onDone }: { readonly onDone: () => void }) {
  const refresh = useRefresh();
  const form = useForm({
    initialValues: { name: "", kind: "checking" as Kind, routingNumber: "", accountNumber: "", balance: "" },
  });
  const { busy, problem, submit } = useSubmit(form);
  const open = async ({ balance, ...body }: typeof form.values) => {
    const { data } = await openAccount({ body, throwOnError: true });
    notifyDone(`The account ${body.name} is open.`);
    // If this fails, the account stays, and its line offers it again.
    if (balance !== "") await recordBalance(data.accountId, balance).catch(notifyProblem);
    await refresh("accounts", "transactions", "controls");
    form.reset();
    onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submit(() => open(values)))}>
      <Stack gap="sm">
        <FormProblem problem={problem} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label="Account name"
            placeholder="Operating"
            autoComplete="off"
            required
            {...form.getInputProps("name")}
          />
          <Select label="Type" data={[...kinds]} allowDeselect={false} {...form.getInputProps("kind")} />
          <TextInput
            label="Routing number"
            inputMode="numeric"
            autoComplete="off"
            required
            {...form.getInputProps("routingNumber")}
          />
          <TextInput
            label="Account number"
            description="Stored encrypted."
            autoComplete="off"
            required
            {...form.getInputProps("accountNumber")}
          />
        </SimpleGrid>
        <AmountInput
          label="Balance at the bank (optional)"
          description="A second administrator confirms it, if there is one."
          {...form.getInputProps("balance")}
          value={form.values.balance}
        />
        <Group>
          <Button type="submit" size="xs" loading={busy}>
            Open account
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
