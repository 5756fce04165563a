import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Account } from "../../api/generated/types.gen.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { accountKindNames, maskedNumber } from "../../ui/money/account-labels.ts";
import { Money } from "../../ui/money/money.tsx";
import { NewTransferButton } from "../../ui/money/new-transfer-link.tsx";
import { NoAccounts } from "../../ui/money/no-accounts.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";

const REFRESH_MS = 10_000;

export function AccountsPage() {
  const accounts = useQuery({ ...getAccountsOptions(), refetchInterval: REFRESH_MS });
  return (
    <Page title="Accounts" actions={<NewTransferButton />}>
      <Section flush>
        <Loaded query={accounts}>
          {({ accounts: rows }) => (rows.length === 0 ? <NoAccounts /> : <AccountTable accounts={rows} />)}
        </Loaded>
      </Section>
    </Page>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label="Accounts"
      rows={accounts}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: "/accounts/$accountId", params: { accountId: id } })}
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
        { header: "Kind", cell: ({ kind }) => accountKindNames[kind] ?? kind, wideOnly: true },
        {
          header: "Available",
          align: "right",
          cell: ({ availableBalance }) => <Money amount={availableBalance} fw={550} />,
        },
        { header: "Current", align: "right", cell: ({ currentBalance }) => <Money amount={currentBalance} /> },
      ]}
    />
  );
}
