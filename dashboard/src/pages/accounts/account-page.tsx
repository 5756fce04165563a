import { ActionIcon, Anchor, Group, SimpleGrid, Stack, Text, Tooltip } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { getAccountOptions, listTransactionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Account } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session.ts";
import { Copy } from "../../ui/copy.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TransactionTable } from "../../ui/transaction-table.tsx";
import { When } from "../../ui/when.tsx";
import { accountKindNames, maskedNumber } from "./words.ts";

const route = getRouteApi("/signedIn/accounts/$accountId");
const LATEST = 20;
const REFRESH_MS = 10_000;

/** One account: its balances, how money reaches it, and what moved lately. */
export function AccountPage() {
  const { accountId } = route.useParams();
  const account = useQuery({ ...getAccountOptions({ path: { accountId } }), refetchInterval: REFRESH_MS });
  return (
    <Page title={account.data === undefined ? "Account" : (account.data.nickname ?? account.data.name)}>
      <Loaded query={account}>
        {(found) => (
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <Section title="Balances">
                <Balances account={found} />
              </Section>
              <Section title="Details">
                <Details account={found} />
              </Section>
            </SimpleGrid>
            <LatestTransactions accountId={accountId} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Balances({ account }: { readonly account: Account }) {
  const { availableBalance, currentBalance } = account;
  return (
    <Facts
      facts={[
        { label: "Available", value: <Money amount={availableBalance} fw={600} /> },
        { label: "Held for pending payments", value: <Money amount={currentBalance - availableBalance} /> },
        { label: "Current", value: <Money amount={currentBalance} /> },
      ]}
    />
  );
}

function Details({ account }: { readonly account: Account }) {
  const [shown, setShown] = useState(false);
  const label = shown ? "Hide account number" : "Show account number";
  return (
    <Facts
      facts={[
        { label: "Kind", value: accountKindNames[account.kind] ?? account.kind },
        { label: "Status", value: <StatusBadge status={account.status} /> },
        { label: "Owner", value: account.legalBusinessName },
        { label: "Routing number", value: <Copy text={account.routingNumber} label="routing number" /> },
        {
          label: "Account number",
          value: (
            <Group gap={4} wrap="nowrap">
              {shown ? (
                <Copy text={account.accountNumber} label="account number" />
              ) : (
                <Text component="span" inherit className="figures">
                  {maskedNumber(account.accountNumber)}
                </Text>
              )}
              <Tooltip label={label}>
                <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => setShown(!shown)}>
                  {shown ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
                </ActionIcon>
              </Tooltip>
            </Group>
          ),
        },
        { label: "Opened", value: <When at={account.createdAt} form="short" /> },
        { label: "ID", value: <Copy text={account.id} label="account ID" /> },
      ]}
    />
  );
}

function LatestTransactions({ accountId }: { readonly accountId: string }) {
  const enabled = useRight("fetchTransactions");
  const latest = useQuery({
    ...listTransactionsOptions({ query: { accountId: [accountId], order: "desc", limit: LATEST } }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  if (!enabled) return null;
  return (
    <Section
      title="Latest transactions"
      flush
      actions={
        <Anchor component={Link} to={`/transactions?account=${accountId}`} size="sm">
          All transactions
        </Anchor>
      }
    >
      <Loaded query={latest}>
        {({ transactions }) =>
          transactions.length === 0 ? (
            <Empty title="Nothing has moved yet">Deposits, payments and transfers of this account appear here.</Empty>
          ) : (
            <TransactionTable transactions={transactions} />
          )
        }
      </Loaded>
    </Section>
  );
}
