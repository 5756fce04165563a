import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getAccountFiguresOptions, getAccountsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Account, AccountFigures } from "../../api/generated/types.gen.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { maskedNumber } from "../../ui/money/account-labels.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import { NewTransferButton } from "../../ui/money/new-transfer-link.tsx";
import { NoAccounts } from "../../ui/money/no-accounts.tsx";
import { Figure, Figures } from "../../ui/page/figures.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { TwoLines } from "../../ui/table/two-lines.tsx";
import { BalanceLine } from "./balance-line.tsx";

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
      <Loaded
        query={accounts}
        skeleton={
          <Section flush>
            <SkeletonRows rows={6} />
          </Section>
        }
      >
        {({ accounts: rows }) =>
          rows.length === 0 ? (
            <Section flush>
              <NoAccounts />
            </Section>
          ) : (
            <Groups accounts={rows} figures={figures.data?.accounts ?? []} />
          )
        }
      </Loaded>
    </Page>
  );
}

const groups = [
  { title: "Checking", kinds: ["checking"] },
  { title: "Savings", kinds: ["savings"] },
  { title: "Treasury", kinds: ["treasury"] },
] as const satisfies readonly { title: string; kinds: readonly Account["kind"][] }[];

/** The total, and the accounts of each kind with theirs. */
function Groups({ accounts, figures }: TableProps) {
  return (
    <Stack gap="md">
      {accounts.length > 1 && (
        <Section>
          <Figures>
            <Figure label={`Available in ${accounts.length} accounts`} large>
              {availableIn(accounts)}
            </Figure>
            <Figure label="Held for payments">{sumText(figures.map(({ held }) => held))}</Figure>
            <Figure label="Scheduled this month">{sumText(figures.map(({ scheduled }) => scheduled))}</Figure>
          </Figures>
        </Section>
      )}
      {groups.map(({ title, kinds }) => {
        const ofKind = accounts.filter(({ kind }) => kinds.some((each) => each === kind));
        return (
          ofKind.length > 0 && (
            <Section
              key={title}
              title={title}
              flush
              actions={
                ofKind.length > 1 && (
                  <Text size="sm" fw={600} className="figures">
                    {availableIn(ofKind)}
                  </Text>
                )
              }
            >
              <AccountTable label={title} accounts={ofKind} figures={figures} />
            </Section>
          )
        );
      })}
    </Stack>
  );
}

const sumText = (amounts: readonly number[]): string =>
  formatMoney(dollarsOf(amounts.reduce((sum, amount) => sum + wholeCentsOf(amount), 0n)));

const availableIn = (accounts: readonly Account[]): string =>
  sumText(accounts.map(({ availableBalance }) => availableBalance));

interface TableProps {
  readonly accounts: readonly Account[];
  readonly figures: readonly AccountFigures[];
}

function AccountTable({ label, accounts, figures }: TableProps & { readonly label: string }) {
  const figure = (header: string, name: "in" | "out" | "held" | "scheduled"): TableColumn<Account> => ({
    header,
    align: "right",
    width: "11%",
    cell: ({ id }) => <Movement amount={figures.find(({ accountId }) => accountId === id)?.[name]} />,
  });
  return (
    <DataTable
      label={label}
      rows={accounts}
      rowKey={({ id }) => id}
      targetOf={({ id }) => ({ to: "/accounts/$accountId", params: { accountId: id } })}
      columns={[
        {
          header: "Account",
          phone: "name",
          cell: ({ name, nickname, accountNumber }) => (
            <TwoLines
              first={nickname ?? name}
              second={<span className="figures">{maskedNumber(accountNumber)}</span>}
            />
          ),
        },
        { header: "30 days", wideOnly: true, width: 140, cell: ({ id }) => <BalanceLine accountId={id} /> },
        {
          header: "Available",
          align: "right",
          phone: "amount",
          width: "13%",
          cell: ({ availableBalance }) => <Money amount={availableBalance} fw={550} />,
        },
        {
          header: "Current",
          align: "right",
          width: "13%",
          cell: ({ currentBalance }) => <Money amount={currentBalance} />,
        },
        figure("Money in", "in"),
        figure("Money out", "out"),
        figure("Held", "held"),
        figure("Scheduled", "scheduled"),
      ]}
    />
  );
}

/** Most accounts have nothing held or scheduled: a dash makes the others easy to see. */
function Movement({ amount }: { readonly amount: number | undefined }) {
  if (amount === undefined) return null;
  if (amount !== 0) return <Money amount={amount} />;
  return (
    <Text span inherit c="dimmed" aria-label="None">
      –
    </Text>
  );
}
