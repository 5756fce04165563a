import { Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import {
  getDecidableRequestsQueryKey,
  getOverviewOptions,
  listControlChangesOptions,
} from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Overview } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { accountKindNames } from "../../ui/money/account-labels.ts";
import { Money } from "../../ui/money/money.tsx";
import { NoAccounts } from "../../ui/money/no-accounts.tsx";
import { totalOf } from "../../ui/money/total.ts";
import { ButtonLink, TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { NeedsAttention } from "./attention/needs-attention.tsx";
import { SetUpNotice } from "./set-up-notice.tsx";

/** Most of the script is the chart library: loaded only when there is data. */
const Charts = lazy(() => import("./charts.tsx").then(({ Charts: component }) => ({ default: component })));

const REFRESH_MS = 10_000;
const CHANGES_REFRESH_MS = 30_000;

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

function Accounts({ accounts }: { readonly accounts: Accounts }) {
  if (accounts.length === 0)
    return (
      <Section title="Accounts">
        <NoAccounts />
      </Section>
    );
  const total = (of: (account: Accounts[number]) => number) => totalOf(accounts.map(of));
  const rows = [...accounts, ...(accounts.length > 1 ? [{ accountId: "total", name: "Total", kind: undefined }] : [])];
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
                <strong className="figures">{total(({ availableBalance }) => availableBalance)}</strong>
              ) : (
                <Money amount={row.availableBalance} />
              ),
          },
          {
            header: "Current",
            align: "right",
            cell: (row) =>
              row.kind === undefined ? (
                <strong className="figures">{total(({ currentBalance }) => currentBalance)}</strong>
              ) : (
                <Money amount={row.currentBalance} />
              ),
          },
        ]}
      />
    </Section>
  );
}
