import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getAccountFiguresOptions, getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Account, AccountFigures } from "../../api/generated/types.gen.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { accountKindNames, maskedNumber } from "../../ui/money/account-labels.ts";
import { Money } from "../../ui/money/money.tsx";
import { NewTransferButton } from "../../ui/money/new-transfer-link.tsx";
import { NoAccounts } from "../../ui/money/no-accounts.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";

const REFRESH_MS = 10_000;

export function AccountsPage() {
  const accounts = useQuery({ ...getAccountsOptions(), refetchInterval: REFRESH_MS });
  const figures = useQuery({ ...getAccountFiguresOptions(), refetchInterval: REFRESH_MS });
  return (
    <Page
      title="Accounts"
      lead="Balances, with this month’s money in, money out, and scheduled payments."
      actions={<NewTransferButton />}
    >
      <Section flush>
        <Loaded query={accounts}>
          {({ accounts: rows }) =>
            rows.length === 0 ? <NoAccounts /> : <AccountTable accounts={rows} figures={figures.data?.accounts ?? []} />
          }
        </Loaded>
      </Section>
    </Page>
  );
}

function AccountTable({
  accounts,
  figures,
}: {
  readonly accounts: readonly Account[];
  readonly figures: readonly AccountFigures[];
}) {
  const figure = (header: string, name: "in" | "out" | "held" | "scheduled"): TableColumn<Account> => ({
    header,
    align: "right",
    cell: ({ id }) => <Figure amount={figures.find(({ accountId }) => accountId === id)?.[name]} />,
  });
  return (
    <DataTable
      label="Accounts"
      rows={accounts}
      rowKey={({ id }) => id}
      targetOf={({ id }) => ({ to: "/accounts/$accountId", params: { accountId: id } })}
      columns={[
        {
          header: "Account",
          cell: ({ name, nickname, accountNumber }) => (
            <TwoLines
              first={nickname ?? name}
              second={<span className="figures">{maskedNumber(accountNumber)}</span>}
            />
          ),
        },
        { header: "Type", cell: ({ kind }) => accountKindNames[kind] ?? kind, wideOnly: true },
        {
          header: "Available",
          align: "right",
          cell: ({ availableBalance }) => <Money amount={availableBalance} fw={550} />,
        },
        { header: "Current", align: "right", cell: ({ currentBalance }) => <Money amount={currentBalance} /> },
        figure("Money in", "in"),
        figure("Money out", "out"),
        figure("Held", "held"),
        figure("Scheduled", "scheduled"),
      ]}
    />
  );
}

/** Most accounts have nothing held or scheduled: a dash makes the others easy to see. */
function Figure({ amount }: { readonly amount: number | undefined }) {
  if (amount === undefined) return null;
  if (amount !== 0) return <Money amount={amount} />;
  return (
    <Text span inherit c="dimmed" aria-label="None">
      –
    </Text>
  );
}
