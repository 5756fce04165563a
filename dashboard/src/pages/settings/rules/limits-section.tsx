import { Button, Group, NativeSelect, NumberInput, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listApproverLimitsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { setApproverLimit } from "#api/generated/sdk.gen.ts";
import type { ApproverLimit } from "#api/generated/types.gen.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { submits } from "#ui/forms/submits.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { Money } from "#ui/money/money.tsx";
import { Section } from "#ui/page/section.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import classes from "./rules.module.css";
import type { RuleOptionLists } from "./use-rule-names.ts";

export function LimitsSection({ names, mayManage }: { readonly names: RuleOptionLists; readonly mayManage: boolean }) {
  const limits = useQuery(listApproverLimitsOptions());
  const { busy, run } = useAction(["controls"]);
  const accountName = (accountId: string | null) =>
    accountId === null ? "All accounts" : (names.accounts.find(({ value }) => value === accountId)?.label ?? "");
  const remove = (limit: { readonly userId: string; readonly accountId: string | null }) =>
    run(async () => {
      const { userId, accountId } = limit;
      const body = { userId, accountId, limit: null, limitPerDay: null };
      const { data } = await setApproverLimit({ body, throwOnError: true });
      notifyOutcome(data, "The limit was removed.");
    });
  return (
    <Section title="Approval limits" flush>
      <Text size="sm" c="dimmed" px="md" pb="xs">
        The most that one user may approve in a day, New York time: for the same recipient, and altogether. Someone else
        must approve what exceeds it.
      </Text>
      <Loaded query={limits}>
        {({ limits: rows }) =>
          rows.length === 0 ? (
            <Text size="sm" px="md">
              No limits are set: any approver can approve any amount.
            </Text>
          ) : (
            <DataTable
              label="Approval limits"
              rows={rows}
              rowKey={({ userId, accountId }) => `${userId}/${accountId ?? ""}`}
              columns={[
                { header: "User", cell: ({ userId }) => names.nameOfPerson(userId) },
                { header: "Account", cell: ({ accountId }) => accountName(accountId) },
                {
                  header: "Daily limit per recipient",
                  align: "right",
                  cell: ({ limit }) => (limit === null ? "No limit" : <Money amount={limit} />),
                },
                {
                  header: "Total daily limit",
                  align: "right",
                  cell: ({ limitPerDay }) => (limitPerDay === null ? "No limit" : <Money amount={limitPerDay} />),
                },
                ...(mayManage
                  ? [
                      {
                        header: "Remove",
                        hideHeader: true as const,
                        align: "right" as const,
                        cell: (row: (typeof rows)[number]) => (
                          <Button
                            size="compact-sm"
                            variant="default"
                            disabled={busy}
                            aria-label={`Remove the limit for ${names.nameOfPerson(row.userId)}`}
                            onClick={() => void remove(row)}
                          >
                            Remove
                          </Button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )
        }
      </Loaded>
      {mayManage && limits.data !== undefined && <LimitForm names={names} rows={limits.data.limits} />}
    </Section>
  );
}

const amountInput = {
  prefix: "$",
  thousandSeparator: ",",
  decimalScale: 2,
  min: 0,
  hideControls: true,
  placeholder: "No limit",
} as const;

const amountOf = (value: number | string): number | null => (typeof value === "number" ? value : null);

type Limit = ApproverLimit;

/** Sets both limits at once; starts from the current ones, because an empty field removes a limit. */
function LimitForm({ names, rows }: { readonly names: RuleOptionLists; readonly rows: readonly Limit[] }) {
  const [userId, setUserId] = useState("");
  const [accountId, setAccountId] = useState("");
  const [limit, setLimit] = useState<number | string>("");
  const [limitPerDay, setLimitPerDay] = useState<number | string>("");
  const { busy, run } = useAction(["controls"]);
  const choose = (person: string, account: string) => {
    setUserId(person);
    setAccountId(account);
    const present = rows.find((row) => row.userId === person && (row.accountId ?? "") === account);
    setLimit(present?.limit ?? "");
    setLimitPerDay(present?.limitPerDay ?? "");
  };
  const isComplete = userId !== "" && (amountOf(limit) ?? amountOf(limitPerDay)) !== null;
  const submit = async () => {
    if (!isComplete) return;
    const body = {
      userId,
      accountId: accountId === "" ? null : accountId,
      limit: amountOf(limit),
      limitPerDay: amountOf(limitPerDay),
    };
    const set = await run(async () => {
      const { data } = await setApproverLimit({ body, throwOnError: true });
      notifyOutcome(data, "The limit was set.");
      return data;
    });
    if (set !== undefined) choose("", "");
  };
  return (
    <form onSubmit={submits(submit)}>
      <Group align="flex-end" gap="sm" p="md" className={classes["limit"] ?? ""}>
        <NativeSelect
          label="User"
          required
          value={userId}
          onChange={({ currentTarget }) => choose(currentTarget.value, accountId)}
          data={[{ value: "", label: "Choose" }, ...names.people]}
        />
        <NativeSelect
          label="Account"
          value={accountId}
          onChange={({ currentTarget }) => choose(userId, currentTarget.value)}
          data={[{ value: "", label: "All accounts" }, ...names.accounts]}
        />
        <NumberInput label="Daily limit per recipient" {...amountInput} value={limit} onChange={setLimit} />
        <NumberInput label="Total daily limit" {...amountInput} value={limitPerDay} onChange={setLimitPerDay} />
        <Button type="submit" variant="default" loading={busy} disabled={!isComplete}>
          Set limit
        </Button>
      </Group>
    </form>
  );
}
