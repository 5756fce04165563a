import { Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import {
  getDecidableRequestsQueryKey,
  getOverviewOptions,
  listControlChangesOptions,
  listScheduledPaymentsOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Overview } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { accountKindNames } from "../../ui/money/account-labels.ts";
import { dollarsOf, wholeCentsOf } from "../../ui/money/cents.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";
import { NoAccounts } from "../../ui/money/no-accounts.tsx";
import { totalOf } from "../../ui/money/total.ts";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DataTable, type TableColumn } from "../../ui/table/data-table.tsx";
import { NeedsAttention } from "./attention/needs-attention.tsx";
import classes from "./home.module.css";
import { SetUpNotice } from "./set-up-notice.tsx";

/** Most of the script is the chart library: loaded only when there is data. */
const Charts = lazy(() => import("./charts.tsx").then(({ Charts: component }) => ({ default: component })));

const REFRESH_MS = 10_000;
const CHANGES_REFRESH_MS = 30_000;
const FORECAST_REFRESH_MS = 60_000;
const FORECAST_DAYS = 30;

export function HomePage() {
  const overview = useQuery({ ...getOverviewOptions(), refetchInterval: REFRESH_MS });
  const controlChanges = useChangesToConfirm();
  useKeepCount(overview.data);
  const mayPay = useRight("requestSendMoney");
  return (
    <Page title="Home" actions={mayPay && <ButtonLink to="/pay">Pay someone</ButtonLink>}>
      <Loaded
        query={overview}
        skeleton={
          <Section flush>
            <SkeletonRows rows={8} />
          </Section>
        }
      >
        {(seen) => (
          <Stack gap="md">
            <SetUpNotice />
            {seen.accounts && seen.accounts.length > 0 && <Cash accounts={seen.accounts} />}
            <NeedsAttention overview={seen} controlChanges={controlChanges} />
            {seen.accounts && <Accounts accounts={seen.accounts} />}
            {seen.accounts && seen.accounts.length > 0 && (
              <Suspense
                fallback={
                  <Section flush>
                    <SkeletonRows rows={6} />
                  </Section>
                }
              >
                <Charts accounts={seen.accounts} />
              </Suspense>
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** Changes of rules, rights, and settings that wait for this user. */
function useChangesToConfirm(): number {
  const { data } = useQuery({ ...listControlChangesOptions(), refetchInterval: CHANGES_REFRESH_MS });
  return (data?.changes ?? []).filter(({ allowedActions }) => allowedActions.includes("confirm")).length;
}

/** The menu shows the same number as the page. */
function useKeepCount(overview: Overview | undefined): void {
  const queryClient = useQueryClient();
  const mine = overview?.waiting?.mine;
  useEffect(() => {
    if (mine !== undefined) queryClient.setQueryData(getDecidableRequestsQueryKey(), mine);
  }, [queryClient, mine]);
}

type Accounts = NonNullable<Overview["accounts"]>;

const availableBalanceOf = ({ availableBalance }: Accounts[number]): number => availableBalance;

/** What can be spent, now and after scheduled payments. */
function Cash({ accounts }: { readonly accounts: Accounts }) {
  const enabled = useRight("fetchSendMoneyRequests");
  const { data, isLoading } = useQuery({
    ...listScheduledPaymentsOptions({ query: { days: FORECAST_DAYS } }),
    enabled,
    refetchInterval: FORECAST_REFRESH_MS,
  });
  const scheduled = data?.accounts.reduce((sum, account) => sum + wholeCentsOf(account.scheduled), 0n) ?? 0n;
  const available = accounts.reduce((sum, account) => sum + wholeCentsOf(account.availableBalance), 0n);
  return (
    <Section>
      <Text size="sm" c="dimmed">
        Cash available{accounts.length > 1 && ` in ${accounts.length} accounts`}
      </Text>
      <Text fz={28} fw={600} lh={1.2} className="figures">
        {formatMoney(dollarsOf(available))}
      </Text>
      {enabled && (
        // Its lines are there before the answer, which would move what is below.
        <Text size="sm" className="figures" {...(isLoading ? { opacity: 0, "aria-hidden": true } : {})}>
          {scheduled > 0n || isLoading
            ? `${formatMoney(dollarsOf(available - scheduled))} after ${formatMoney(dollarsOf(scheduled))} scheduled in the next ${FORECAST_DAYS} days`
            : `No payments scheduled in the next ${FORECAST_DAYS} days`}
        </Text>
      )}
    </Section>
  );
}

type Row = Accounts[number] | { readonly accountId: "total"; readonly name: string; readonly kind: undefined };

/** Only where something is held; otherwise it repeats what is available. */
const currentColumn = (accounts: Accounts): TableColumn<Row> => ({
  header: "Current",
  align: "right",
  cell: (row) =>
    row.kind === undefined ? (
      <>
        <strong className="figures">{totalOf(accounts.map(({ currentBalance }) => currentBalance))}</strong>
        <span className="phoneOnly"> current</span>
      </>
    ) : (
      <span className={row.currentBalance === row.availableBalance ? classes["wideOnly"] : undefined}>
        <Money amount={row.currentBalance} />
        <span className="phoneOnly"> current</span>
      </span>
    ),
  phone: "status",
});

function Accounts({ accounts }: { readonly accounts: Accounts }) {
  if (accounts.length === 0)
    return (
      <Section title="Accounts">
        <NoAccounts />
      </Section>
    );
  const isHeld = accounts.some(({ availableBalance, currentBalance }) => availableBalance !== currentBalance);
  const rows: readonly Row[] = [
    ...accounts,
    // What is available altogether is at the top of the page.
    ...(isHeld && accounts.length > 1 ? [{ accountId: "total", name: "Total", kind: undefined } as const] : []),
  ];
  return (
    <Section title="Accounts" flush>
      <DataTable
        label="Accounts"
        rows={rows}
        rowKey={({ accountId }) => accountId}
        columns={[
          {
            header: "Account",
            cell: ({ accountId, name, kind }) =>
              kind === undefined ? (
                <strong>{name}</strong>
              ) : (
                <TextLink to="/accounts/$accountId" params={{ accountId: accountId }} inherit fw={550}>
                  {name}
                </TextLink>
              ),
            phone: "name",
          },
          {
            header: "Type",
            cell: ({ kind }) => (kind === undefined ? "" : (accountKindNames[kind] ?? kind)),
            wideOnly: true,
          },
          {
            header: "Available",
            align: "right",
            cell: (row) =>
              row.kind === undefined ? (
                <strong className="figures">{totalOf(accounts.map(availableBalanceOf))}</strong>
              ) : (
                <Money amount={row.availableBalance} />
              ),
            phone: "amount",
          },
          ...(isHeld ? [currentColumn(accounts)] : []),
        ]}
      />
    </Section>
  );
}
