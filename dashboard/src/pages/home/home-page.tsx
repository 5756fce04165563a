import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { getOverviewOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
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
import { TwoColumns } from "../../ui/page/two-columns.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { RecentFailuresSection } from "./recent-failures-section.tsx";
import { WaitingSection } from "./waiting-section.tsx";

/** Most of the script is the chart library: loaded only when there is data. */
const Charts = lazy(() => import("./charts.tsx").then(({ Charts: component }) => ({ default: component })));

const REFRESH_MS = 10_000;

export function HomePage() {
  const overview = useQuery({ ...getOverviewOptions(), refetchInterval: REFRESH_MS });
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
          <TwoColumns
            sideFirst
            side={
              <>
                {seen.waiting && <WaitingSection waiting={seen.waiting} />}
                <RecentFailuresSection failures={seen.failures} webhooks={seen.webhooks} />
              </>
            }
          >
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
          </TwoColumns>
        )}
      </Loaded>
    </Page>
  );
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
            header: "Kind",
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
