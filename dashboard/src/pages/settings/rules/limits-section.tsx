import { Button, Group, NativeSelect, NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listApproverLimitsOptions } from "../../../api/generated/@tanstack/react-query.gen.ts";
import { setApproverLimit } from "../../../api/generated/sdk.gen.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Money } from "../../../ui/money.tsx";
import { Section } from "../../../ui/section.tsx";
import { useAction } from "../../../ui/use-action.ts";
import { tellOutcome } from "../changes/waiting.ts";
import type { RuleNames } from "./use-rule-names.ts";

/** How much each person may approve at most. */
export function LimitsSection({ names, mayManage }: { readonly names: RuleNames; readonly mayManage: boolean }) {
  const limits = useQuery(listApproverLimitsOptions());
  const { busy, run } = useAction();
  const accountName = (accountId: string | null) =>
    accountId === null
      ? "Every account without its own"
      : (names.accounts.find(({ value }) => value === accountId)?.label ?? "");
  const remove = (limit: { readonly userId: string; readonly accountId: string | null }) =>
    run(async () => {
      const { userId, accountId } = limit;
      const { data } = await setApproverLimit({ body: { userId, accountId, limit: null }, throwOnError: true });
      tellOutcome(data, "The limit was removed.");
    });
  return (
    <Section title="Limits of approvers" flush>
      <Loaded query={limits}>
        {({ limits: rows }) =>
          rows.length === 0 ? (
            <Empty title="No limits">Everybody who may approve may approve any amount.</Empty>
          ) : (
            <DataTable
              label="Limits of approvers"
              rows={rows}
              rowKey={({ userId, accountId }) => `${userId}/${accountId ?? ""}`}
              columns={[
                { header: "Person", cell: ({ userId }) => names.nameOfPerson(userId) },
                { header: "Account", cell: ({ accountId }) => accountName(accountId) },
                { header: "Approves at most", align: "right", cell: ({ limit }) => <Money amount={limit} /> },
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
                            aria-label={`Remove the limit of ${names.nameOfPerson(row.userId)}`}
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
      {mayManage && <NewLimit names={names} />}
    </Section>
  );
}

function NewLimit({ names }: { readonly names: RuleNames }) {
  const [userId, setUserId] = useState("");
  const [accountId, setAccountId] = useState("");
  const [limit, setLimit] = useState<number | string>("");
  const { busy, run } = useAction();
  const submit = async () => {
    if (typeof limit !== "number" || userId === "") return;
    const body = { userId, limit, accountId: accountId === "" ? null : accountId };
    const set = await run(async () => {
      const { data } = await setApproverLimit({ body, throwOnError: true });
      tellOutcome(data, "The limit was set.");
      return data;
    });
    if (set !== undefined) setLimit("");
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Group align="flex-end" gap="sm" p="md">
        <NativeSelect
          label="Person"
          required
          value={userId}
          onChange={({ currentTarget }) => setUserId(currentTarget.value)}
          data={[{ value: "", label: "Choose" }, ...names.people]}
        />
        <NativeSelect
          label="On account"
          value={accountId}
          onChange={({ currentTarget }) => setAccountId(currentTarget.value)}
          data={[{ value: "", label: "Every account without its own" }, ...names.accounts]}
        />
        <NumberInput
          label="Approves at most"
          required
          prefix="$"
          thousandSeparator=","
          decimalScale={2}
          min={0}
          hideControls
          w={150}
          value={limit}
          onChange={setLimit}
        />
        <Button type="submit" variant="default" loading={busy}>
          Set the limit
        </Button>
      </Group>
    </form>
  );
}
