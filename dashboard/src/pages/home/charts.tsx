import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { NativeSelect, SegmentedControl, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { getBalanceHistoryOptions, getCashFlowOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { Loaded, SkeletonRows } from "../../ui/feedback/loaded.tsx";
import { BalanceChart } from "../../ui/money/balance-chart.tsx";
import { formatMoney, shortMoney } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";
import { axisOf, axisTicks } from "../../ui/table/chart-axis.ts";
import { ChartFigures } from "../../ui/table/chart-figures.tsx";
import classes from "./home.module.css";

const route = getRouteApi("/signedIn/");

const DAYS = 90;
const monthName = new Intl.DateTimeFormat("en-US", { month: "short", year: "2-digit", timeZone: "UTC" });
const nameOfMonth = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));
/** Month names are unique within twelve months. */
const monthOf = (text: string): string => text.split(" ")[0] ?? text;
interface Account {
  readonly accountId: string;
  readonly name: string;
}

export function Charts({ accounts }: { readonly accounts: readonly Account[] }) {
  const { account, days = DAYS } = route.useSearch();
  const navigate = route.useNavigate();
  const ofAccount = account === undefined ? {} : { accountId: account };
  const flow = useQuery(getCashFlowOptions({ query: { months: 12, ...ofAccount } }));
  const history = useQuery(getBalanceHistoryOptions({ query: { days, ...ofAccount } }));
  const choose = (change: { account?: string | undefined; days?: 30 | 90 | 365 }) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Section
        title="Money in and out"
        actions={
          <NativeSelect
            aria-label="Account shown in the charts"
            size="xs"
            value={account ?? ""}
            onChange={({ currentTarget: { value } }) => choose({ account: value === "" ? undefined : value })}
            data={[
              { value: "", label: "All accounts" },
              ...accounts.map(({ accountId, name }) => ({ value: accountId, label: name })),
            ]}
          />
        }
      >
        <Loaded query={flow} skeleton={<SkeletonRows rows={1} height={188} />}>
          {({ months }) => <CashFlow months={months} />}
        </Loaded>
      </Section>
      <Section
        title="Balance"
        actions={
          <SegmentedControl
            aria-label="Time span"
            size="xs"
            value={String(days)}
            onChange={(value) => choose({ days: value === "30" ? 30 : value === "365" ? 365 : 90 })}
            data={[
              { value: "30", label: "30 days" },
              { value: "90", label: "90 days" },
              { value: "365", label: "1 year" },
            ]}
          />
        }
      >
        <Loaded query={history} skeleton={<SkeletonRows rows={1} height={188} />}>
          {({ days: points }) => <BalanceChart points={points} />}
        </Loaded>
      </Section>
    </SimpleGrid>
  );
}

interface Month {
  readonly month: string;
  readonly in: number;
  readonly out: number;
}

function CashFlow({ months }: { readonly months: readonly Month[] }) {
  return (
    <>
      <div aria-hidden className={classes["chart"]}>
        <BarChart
          h={220}
          data={months.map(({ month, in: came, out }) => ({ month: nameOfMonth(month), came, out }))}
          dataKey="month"
          series={[
            { name: "came", label: "In", color: "evergreen.6" },
            { name: "out", label: "Out", color: "gray.5" },
          ]}
          valueFormatter={formatMoney}
          xAxisProps={{ tickFormatter: monthOf, interval: "equidistantPreserveStart" }}
          yAxisProps={{
            tickFormatter: shortMoney,
            width: 56,
            ...axisOf(axisTicks([0, ...months.flatMap(({ in: came, out }) => [came, out])])),
          }}
          withLegend
          legendProps={{ verticalAlign: "top", height: 32 }}
          gridAxis="x"
          tickLine="none"
          barChartProps={{ accessibilityLayer: false, barGap: 2 }}
        />
      </div>
      <ChartFigures
        caption="Money in and out by month"
        head={["Month", "In", "Out"]}
        rows={months.map(({ month, in: came, out }) => [nameOfMonth(month), formatMoney(came), formatMoney(out)])}
      />
    </>
  );
}
