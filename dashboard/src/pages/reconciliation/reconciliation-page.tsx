import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { getReconciliationOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { ReconciledAccount } from "../../api/generated/types.gen.ts";
import { Permitted } from "../../app/session/permitted.tsx";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { AccountItems } from "./account-items.tsx";
import { DifferenceSection, matchText, openItemsOf } from "./difference-section.tsx";
import { ImportStatement } from "./import-statement.tsx";
import { reconciliationSearchOf } from "./reconciliation-search.ts";

const route = getRouteApi("/signedIn/reconciliation");
const REFRESH_MS = 15_000;

/** Statements of banks compared with the ledger. */
export const ReconciliationPage = () => (
  <Page
    title="Reconciliation"
    lead="Bank statements compared with your transactions: what differs, and why."
    actions={<ImportStatement />}
  >
    <Permitted right="bankFiles" action="see bank statements">
      <Reconciliation />
    </Permitted>
  </Page>
);

function Reconciliation() {
  const reconciliation = useQuery({ ...getReconciliationOptions(), refetchInterval: REFRESH_MS });
  return (
    <Loaded query={reconciliation} skeleton={<SkeletonRows rows={6} height={40} />}>
      {({ accounts }) => (accounts.length === 0 ? <NoStatements /> : <Accounts accounts={accounts} />)}
    </Loaded>
  );
}

const NoStatements = () => (
  <Section title="Accounts">
    <Empty title="No statements yet">
      Statements arrive over a bank connection, or you import one that you downloaded from the bank.
    </Empty>
  </Section>
);

/** Nothing of a statement is imported before all of its pages have arrived. */
const IncompleteStatements = ({ account: { incomplete } }: { readonly account: ReconciledAccount }) => (
  <Section title="Statements that lack pages">
    <Stack gap="xs">
      {incomplete.map(({ reference, pages }) => (
        <Text key={reference} size="sm">
          {`${reference}: ${pages.length === 1 ? "page" : "pages"} ${pages.join(", ")} arrived. Ask the bank for the others.`}
        </Text>
      ))}
    </Stack>
  </Section>
);

/** What is balanced, and what is open. */
function Standing({ account }: { readonly account: ReconciledAccount }) {
  const { statement } = account;
  const open = openItemsOf(account);
  if (statement !== null && statement.difference !== 0)
    return (
      <Text span inherit c="var(--mantine-color-error)">
        Off by {formatMoney(Math.abs(statement.difference))}, {matchText(account)}
      </Text>
    );
  if (statement === null) return open === 0 ? "" : matchText(account);
  return open === 0 ? "Balanced" : `Balanced, ${matchText(account)}`;
}

function Accounts({ accounts }: { readonly accounts: readonly ReconciledAccount[] }) {
  const { account: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const { nameOf } = useAccountNames();
  // What needs a person comes first.
  const sorted = accounts.toSorted((a, b) => openItemsOf(b) - openItemsOf(a));
  // It stays, also when another account has more to match.
  const [first] = useState(sorted[0]?.accountId);
  const shown = sorted.find(({ accountId }) => accountId === (chosen ?? first)) ?? sorted[0];
  const columns: readonly TableColumn<ReconciledAccount>[] = [
    { header: "Account", phone: "name", cell: ({ accountId }) => nameOf(accountId) },
    {
      header: "Statement",
      phone: "amount",
      cell: ({ statement }) => (statement === null ? "None yet" : formatDay(statement.closesOn)),
    },
    {
      header: "Bank",
      align: "right",
      cell: ({ statement }) => statement && <Money amount={statement.closingBalance} />,
    },
    {
      header: "Bursar",
      align: "right",
      cell: ({ statement }) => statement && <Money amount={statement.ledgerBalance} />,
    },
    { header: "Status", phone: "second", cell: (account) => <Standing account={account} /> },
  ];
  return (
    <Stack gap="md">
      <Section title="Accounts" flush>
        <DataTable
          label="Accounts"
          columns={columns}
          rows={sorted}
          rowKey={({ accountId }) => accountId}
          selectedKey={shown?.accountId}
          onOpen={({ accountId }) => void navigate({ search: reconciliationSearchOf({ account: accountId }) })}
        />
      </Section>
      {shown && shown.incomplete.length > 0 && <IncompleteStatements account={shown} />}
      {shown && <DifferenceSection account={shown} name={nameOf(shown.accountId)} />}
      {shown && <AccountItems key={shown.accountId} accountId={shown.accountId} />}
    </Stack>
  );
}
