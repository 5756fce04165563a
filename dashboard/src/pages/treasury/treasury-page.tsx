import { NativeSelect, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { getTreasuryOptions, getTreasuryOverviewOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { TransferButtons } from "../../ui/money/new-transfer-link.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { TwoColumns } from "../../ui/page/two-columns.tsx";
import { BalanceSection } from "./balance-section.tsx";
import { OrdersSection } from "./orders-section.tsx";
import { ReturnsSection } from "./returns-section.tsx";
import { StatementsSection } from "./statements-section.tsx";
import { SweepSection } from "./sweep-section.tsx";
import { TransactionsSection } from "./transactions-section.tsx";

const route = getRouteApi("/signedIn/treasury");

/** Most of the script is the chart library. */
const Charts = lazy(() =>
  import("./treasury-charts.tsx").then(({ TreasuryCharts: component }) => ({ default: component })),
);

const REFRESH_MS = 10_000;
/** Of both charts with their legend, so that what is below stays where it is. */
const CHARTS_HEIGHT = 448;

/** A treasury account: what it holds and earns, what happened, and its sweep. */
export function TreasuryPage() {
  const accounts = useQuery({ ...getTreasuryOptions(), refetchInterval: REFRESH_MS });
  const { account } = route.useSearch();
  const chosen = accounts.data?.accounts.find(({ id }) => id === account) ?? accounts.data?.accounts[0];
  const mayImport = useRight("manageOrganization");
  return (
    <Page
      title="Treasury"
      lead="Cash that you do not need today, invested in a money-market fund."
      actions={chosen && <TransferButtons accountId={chosen.id} />}
      related={
        chosen &&
        mayImport && (
          <TextLink to="/treasury/$treasuryId/import" params={{ treasuryId: chosen.id }}>
            Import activity
          </TextLink>
        )
      }
    >
      <Loaded query={accounts}>
        {({ accounts: all }) =>
          chosen === undefined ? (
            <Section>
              <Empty title="No treasury account">
                Your server administrator can open one with bursar account open Treasury --kind treasury.
              </Empty>
            </Section>
          ) : (
            <>
              {all.length > 1 && <AccountChoice ids={all.map(({ id }) => id)} chosen={chosen.id} />}
              <Treasury key={chosen.id} treasuryId={chosen.id} returns={chosen.netReturns} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const ChartsSoon = () => (
  <Section title="Balance and yield">
    <Skeleton height={CHARTS_HEIGHT} />
  </Section>
);

function AccountChoice({ ids, chosen }: { readonly ids: readonly string[]; readonly chosen: string }) {
  const navigate = route.useNavigate();
  const { nameOf } = useAccountNames();
  return (
    <NativeSelect
      label="Account"
      maw={320}
      mb="md"
      value={chosen}
      data={ids.map((id) => ({ value: id, label: nameOf(id) }))}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ search: (search) => ({ ...search, account: value, before: undefined }) })
      }
    />
  );
}

function Treasury({
  treasuryId,
  returns,
}: {
  readonly treasuryId: string;
  readonly returns: Parameters<typeof ReturnsSection>[0]["returns"];
}) {
  const overview = useQuery({
    ...getTreasuryOverviewOptions({ path: { treasuryId } }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Loaded query={overview}>
      {(seen) => (
        <Stack gap="md">
          <TwoColumns
            side={
              <>
                <OrdersSection orders={seen.openOrders} />
                <SweepSection key={seen.sweep.version} treasuryId={treasuryId} sweep={seen.sweep} />
                <StatementsSection treasuryId={treasuryId} />
              </>
            }
          >
            <BalanceSection overview={seen} />
            {seen.days.length > 1 && (
              <Suspense fallback={<ChartsSoon />}>
                <Charts days={seen.days} />
              </Suspense>
            )}
            <ReturnsSection returns={returns} />
          </TwoColumns>
          <TransactionsSection treasuryId={treasuryId} />
        </Stack>
      )}
    </Loaded>
  );
}
