import { Button, NativeSelect, SegmentedControl, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { getSpendingOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { useToday } from "../../ui/page/use-service-time.ts";
import { CategoryTable } from "./category-table.tsx";
import { MonthTable } from "./month-table.tsx";
import { DEFAULT_PERIOD, monthsBefore, monthsOfPeriod, periods } from "./period.ts";
import { changeText, type Spending, seriesOf } from "./series.ts";
import classes from "./spending.module.css";

const route = getRouteApi("/signedIn/spending");

/** Loaded only when there is something to draw. */
const SpendingChart = lazy(() =>
  import("./spending-chart.tsx").then(({ SpendingChart: component }) => ({ default: component })),
);

export function SpendingPage() {
  const { period = DEFAULT_PERIOD, account, flow } = route.useSearch();
  const direction = flow ?? ("out" as const);
  const navigate = route.useNavigate();
  const { accounts } = useAccountNames();
  const today = useToday();
  const months = monthsOfPeriod(period, today);
  const filter = { direction, ...(account === undefined ? {} : { accountId: [account] }) };
  const query = { ...months, ...filter };
  const spending = useQuery({
    ...getSpendingOptions({ query }),
    placeholderData: keepPreviousData,
  });
  const previous = useQuery({
    ...getSpendingOptions({ query: { ...monthsBefore(months), ...filter } }),
    placeholderData: keepPreviousData,
  });
  const choose = (change: Partial<Record<"period" | "account" | "flow", string | undefined>>) =>
    void navigate({ search: (before) => ({ ...before, ...change }) as typeof before, replace: true });
  return (
    <Page
      title="Spending"
      lead="Money out and in by category and by month in New York, without transfers between your accounts."
      actions={<Export query={query} />}
    >
      <Stack gap="md">
        <search aria-label="Filter spending" className={classes["filters"]}>
          <SegmentedControl
            aria-label="Direction"
            size="xs"
            value={direction}
            onChange={(value) => choose({ flow: value === "in" ? "in" : undefined })}
            data={[
              { value: "out", label: "Money out" },
              { value: "in", label: "Money in" },
            ]}
          />
          <NativeSelect
            aria-label="Period"
            size="xs"
            value={period}
            onChange={({ currentTarget: { value } }) =>
              choose({ period: value === DEFAULT_PERIOD ? undefined : value })
            }
            data={[...periods]}
          />
          <NativeSelect
            aria-label="Account"
            size="xs"
            value={account ?? ""}
            onChange={({ currentTarget: { value } }) => choose({ account: value === "" ? undefined : value })}
            data={[
              { value: "", label: "All accounts" },
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </search>
        <Loaded query={spending} skeleton={reportSoon}>
          {(found) =>
            // It would move what is there already.
            previous.isLoading ? (
              reportSoon
            ) : (
              <Report
                spending={found}
                previous={previous.isPlaceholderData ? undefined : previous.data}
                account={account}
              />
            )
          }
        </Loaded>
      </Stack>
    </Page>
  );
}

const reportSoon = (
  <Section flush>
    <SkeletonRows rows={10} />
  </Section>
);

function Report({
  spending,
  previous,
  account,
}: {
  readonly spending: Spending;
  /** The same number of months before; undefined until it is known. */
  readonly previous: Spending | undefined;
  readonly account: string | undefined;
}) {
  const { months, total, transactions, direction } = spending;
  if (transactions === 0)
    return (
      <Section flush>
        <Empty title={direction === "out" ? "Nothing was spent" : "Nothing was received"}>
          Choose another period or account.
        </Empty>
      </Section>
    );
  const series = seriesOf(spending);

  return (
    <>
      <Section
        title={`${formatMoney(total)} ${direction === "out" ? "out" : "in"}`}
        actions={
          <span
            className="figures"
            style={{ color: "var(--mantine-color-dimmed)", fontSize: "var(--mantine-font-size-sm)" }}
          >
            {formatMoney(total / months.length)} per month on average
            {previous !== undefined && previous.total > 0 && (
              <>
                {" · "}
                {comparisonOf(total, previous.total)} in the {monthsText(months.length)} before
              </>
            )}
          </span>
        }
      >
        <Suspense fallback={<SkeletonRows rows={1} height={260} />}>
          <SpendingChart spending={spending} series={series} />
        </Suspense>
      </Section>
      <CategoryTable spending={spending} previous={previous} series={series} account={account} />
      <MonthTable spending={spending} account={account} />
    </>
  );
}

/** "4.2% more than", or what it was. */
function comparisonOf(now: number, before: number): string {
  const change = changeText(now, before);
  return change === undefined ? formatMoney(before) : `${change} than`;
}

const monthsText = (count: number): string => (count === 1 ? "month" : `${count} months`);

function Export({
  query,
}: {
  readonly query: { start?: string; end?: string; direction: string; accountId?: string[] };
}) {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return (
    <Button
      component="a"
      href={`/api/v1/spending/export?${parameters.toString()}`}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Export CSV
    </Button>
  );
}
