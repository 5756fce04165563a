import { ActionIcon, Group, Skeleton, Text, Tooltip } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import {
  getAccountFiguresOptions,
  getAccountOptions,
  getBalanceHistoryOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import { revealAccount } from "../../api/generated/sdk.gen.ts";
import type { Account, AccountFigures } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Copy } from "../../ui/forms/copy-button.tsx";
import { useAction } from "../../ui/forms/use-action.ts";
import { accountKindNames, maskedNumber } from "../../ui/money/account-labels.ts";
import { Money } from "../../ui/money/money.tsx";
import { NewTransferButton } from "../../ui/money/new-transfer-link.tsx";
import { ActivityTable } from "../../ui/money-table/activity/activity-table.tsx";
import { listStateOf } from "../../ui/money-table/activity/list-state.ts";
import { SavedViews } from "../../ui/money-table/saved-views/saved-views.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { RecordPage } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";

const route = getRouteApi("/signedIn/accounts/$accountId");
const ROWS = 25;
const REFRESH_MS = 10_000;
const CHART_DAYS = 90;
const CHART_HEIGHT = 150;

/** The chart library is most of the page's script. */
const BalanceChart = lazy(() =>
  import("../../ui/money/balance-chart.tsx").then(({ BalanceChart: component }) => ({ default: component })),
);

/** One account: balances, details, and transactions. */
export function AccountPage() {
  const { accountId } = route.useParams();
  const account = useQuery({ ...getAccountOptions({ path: { accountId } }), refetchInterval: REFRESH_MS });
  const figures = useQuery({ ...getAccountFiguresOptions(), refetchInterval: REFRESH_MS });
  const found = account.data;
  if (found === undefined || figures.isLoading)
    return (
      <Page title="Account">
        <Loaded query={account}>{() => <SkeletonRows />}</Loaded>
      </Page>
    );
  const month = figures.data?.accounts.find((figure) => figure.accountId === accountId);
  return (
    <RecordPage
      title={found.nickname ?? found.name}
      status={<StatusBadge status={found.status} />}
      lead={
        <>
          <Money amount={found.availableBalance} fz="lg" fw={600} c="var(--mantine-color-text)" /> available
        </>
      }
      actions={<Actions account={found} />}
      side={
        <Section title="Details">
          <Details account={found} />
        </Section>
      }
      below={<Activity accountId={accountId} />}
    >
      <Balance account={found} month={month} />
    </RecordPage>
  );
}

function Actions({ account }: { readonly account: Account }) {
  const mayReadStatements = useRight("fetchAccountStatements") && account.kind !== "treasury";
  return (
    <>
      {mayReadStatements && (
        <ButtonLink variant="default" to="/statements" search={{ account: account.id }}>
          Statements
        </ButtonLink>
      )}
      {account.status === "active" && <NewTransferButton from={account.id} />}
    </>
  );
}

/** What the amount available leaves open: amounts are left out if they say the same, or nothing. */
function Balance({ account, month }: { readonly account: Account; readonly month: AccountFigures | undefined }) {
  const { availableBalance, currentBalance, kind } = account;
  const held = currentBalance - availableBalance;
  const mayRead = useRight("fetchTransactions");
  return (
    <Section title="Balance">
      {mayRead && kind !== "treasury" && <History accountId={account.id} />}
      <Facts
        facts={[
          { label: "Current", value: held === 0 ? undefined : <Money amount={currentBalance} /> },
          { label: "Held for payments", value: held === 0 ? undefined : <Money amount={held} /> },
          { label: "In this month", value: month && <Money amount={month.in} /> },
          { label: "Out this month", value: month && <Money amount={month.out} /> },
          { label: "Scheduled", value: month?.scheduled ? <Money amount={month.scheduled} /> : undefined },
        ]}
      />
    </Section>
  );
}

function History({ accountId }: { readonly accountId: string }) {
  const history = useQuery(getBalanceHistoryOptions({ query: { accountId, days: CHART_DAYS } }));
  return (
    <Loaded query={history} skeleton={<Skeleton height={CHART_HEIGHT} />}>
      {({ days }) => (
        <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
          <BalanceChart points={days} height={CHART_HEIGHT} />
        </Suspense>
      )}
    </Loaded>
  );
}

function Details({ account }: { readonly account: Account }) {
  return (
    <Facts
      facts={[
        { label: "Type", value: accountKindNames[account.kind] ?? account.kind },
        { label: "Owner", value: account.legalBusinessName },
        { label: "Routing number", value: <Copy text={account.routingNumber} label="routing number" /> },
        { label: "Account number", value: <AccountNumber account={account} /> },
        { label: "Opened", value: <When at={account.createdAt} form="short" /> },
        { label: "ID", value: <Copy text={account.id} label="account ID" /> },
      ]}
    />
  );
}

/** Masked until revealed; the audit log records who revealed it. */
function AccountNumber({ account }: { readonly account: Account }) {
  const [number, setNumber] = useState<string>();
  const { busy, run } = useAction([]);
  if (number !== undefined) return <Copy text={number} label="account number" />;
  const reveal = async () => {
    const answer = await run(() => revealAccount({ path: { accountId: account.id }, throwOnError: true }));
    setNumber(answer?.data.accountNumber);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <Text component="span" inherit className="figures">
        {maskedNumber(account.accountNumber)}
      </Text>
      <Tooltip label="Show account number (recorded in the audit log)">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          loading={busy}
          aria-label="Show account number"
          onClick={() => void reveal()}
        >
          <IconEye size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function Activity({ accountId }: { readonly accountId: string }) {
  const list = route.useSearch();
  const navigate = route.useNavigate();
  if (!useRight("fetchTransactions")) return null;
  return (
    <Section
      title="Transactions"
      flush
      actions={
        <TextLink to="/transactions" search={{ account: accountId }} size="sm">
          Filter transactions
        </TextLink>
      }
    >
      <SavedViews page="account" search={list} validate={listStateOf} />
      <ActivityTable
        label="Transactions"
        name="account"
        ofOneAccount
        filter={{ accountId: [accountId] }}
        limit={ROWS}
        list={list}
        onList={(changed, how) =>
          void navigate({ search: (before) => ({ ...before, ...changed }), resetScroll: false, ...how })
        }
        empty={
          <Empty title="No transactions yet">Deposits, payments, and transfers in this account appear here.</Empty>
        }
      />
    </Section>
  );
}
