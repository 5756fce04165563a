import { Button, Group, NativeSelect, type NativeSelectProps, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { isApiError } from "../../api/api-error.ts";
import { getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { createInternalTransfer, requestTransferMoney } from "../../api/generated/sdk.gen.ts";
import type { Account } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { AmountInput } from "../../ui/forms/amount-input.tsx";
import { newKey } from "../../ui/forms/new-key.ts";
import { submits } from "../../ui/forms/submits.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { NoAccounts } from "../../ui/money/no-accounts.tsx";
import { parseAmount } from "../../ui/money/parse-amount.ts";
import { ButtonLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { ActionBar } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useMoveOn } from "../../ui/page/use-move-on.ts";

export function NewTransferPage() {
  const accounts = useQuery(getAccountsOptions());
  return (
    <Page title="New transfer" lead="Move money between your accounts.">
      <Section maw={560}>
        <Loaded query={accounts}>
          {(data) => {
            const usable = data.accounts.filter(({ status }) => status === "active");
            return usable.length < 2 ? <TooFew count={usable.length} /> : <TransferForm accounts={usable} />;
          }}
        </Loaded>
      </Section>
    </Page>
  );
}

const TooFew = ({ count }: { readonly count: number }) =>
  count === 0 ? (
    <NoAccounts />
  ) : (
    <Empty title="A transfer needs two accounts">Your organization has only one active account.</Empty>
  );

type Way = "now" | "request";
const route = getRouteApi("/signedIn/transfers/new");

function TransferForm({ accounts }: { readonly accounts: readonly Account[] }) {
  const mayTransfer = useRight("sendMoney");
  const mayRequest = useRight("requestSendMoney");
  const { moving, amount, errors, field } = useTransfer(accounts);
  /** The balance is below the field, where a phone has room for it. */
  const account = (name: "source" | "destination") => {
    const chosen = field(name, `${name}AccountId`);
    const found = accounts.find(({ id }) => id === chosen.value);
    return {
      ...chosen,
      description: found && `${formatMoney(found.availableBalance)} available`,
      inputWrapperOrder: ["label", "input", "description", "error"] satisfies NativeSelectProps["inputWrapperOrder"],
      data: accounts.map(({ id, name: label }) => ({ value: id, label })),
    };
  };
  return (
    <form onSubmit={submits(() => moving.mutate(mayTransfer ? "now" : "request"))}>
      <Stack gap="md">
        {moving.error !== null && Object.keys(errors).length === 0 && <Problem error={moving.error} />}
        <NativeSelect label="From" {...account("source")} />
        <NativeSelect label="To" {...account("destination")} />
        <AmountInput label="Amount" required {...field("amount", "amount")} />
        <Textarea
          label="Note (optional)"
          description="Shown on both transactions"
          autosize
          minRows={2}
          {...field("note", "note")}
        />
        <Text size="sm" c="dimmed">
          {mayTransfer
            ? "Transfers are immediate."
            : "Your request is sent to approvers. No money moves until it is approved."}
        </Text>
        <Group justify="flex-end">
          <ActionBar>
            <ButtonLink variant="default" to="/transfers">
              Cancel
            </ButtonLink>
            {mayTransfer && mayRequest && (
              <Button
                variant="default"
                disabled={amount === undefined || moving.isPending}
                onClick={() => moving.mutate("request")}
              >
                Request approval
              </Button>
            )}
            <Button
              type="submit"
              loading={moving.isPending}
              disabled={amount === undefined || !(mayTransfer || mayRequest)}
            >
              {mayTransfer ? "Transfer now" : "Request transfer"}
            </Button>
          </ActionBar>
        </Group>
      </Stack>
    </form>
  );
}

/** The form's values and errors, and the call that transfers or requests the transfer. */
function useTransfer(accounts: readonly Account[]) {
  const search = route.useSearch();
  const moveOn = useMoveOn();
  const refresh = useRefresh();
  const key = useRef(newKey());
  const [typed, setTyped] = useState(() => firstTyped(accounts, search));
  const amount = parseAmount(typed.amount);
  const moving = useMutation({
    mutationFn: async (way: Way) => {
      const body = {
        sourceAccountId: typed.source,
        destinationAccountId: typed.destination,
        amount: amount ?? 0,
        note: typed.note || null,
        // The two operations must not share a key.
        idempotencyKey: `${way}-${key.current}`,
      };
      if (way === "now") await createInternalTransfer({ body, throwOnError: true });
      else await requestTransferMoney({ body, throwOnError: true });
      return way;
    },
    onSuccess: async (way) => {
      const moved = formatMoney(amount ?? 0);
      notifyDone(way === "now" ? `${moved} was transferred.` : `The transfer of ${moved} was requested.`);
      void refresh("approvals", "transactions");
      await moveOn({ to: way === "now" ? "/transfers" : "/approvals" });
    },
  });
  const errors: Readonly<Record<string, string>> = isApiError(moving.error)
    ? Object.fromEntries(moving.error.fields.map(({ path, message }) => [path, message]))
    : {};
  const field = (name: keyof typeof typed, path: string) => ({
    value: typed[name],
    error: errors[path],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      key.current = newKey();
      setTyped({ ...typed, [name]: event.currentTarget.value });
    },
  });
  return { moving, amount, errors, field };
}

function firstTyped(
  accounts: readonly Account[],
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  const source = accounts.find(({ id }) => id === from) ?? accounts.find(({ id }) => id !== to);
  const destination =
    accounts.find(({ id }) => id === to && id !== source?.id) ?? accounts.find(({ id }) => id !== source?.id);
  return { source: source?.id ?? "", destination: destination?.id ?? "", amount: "", note: "" };
}
