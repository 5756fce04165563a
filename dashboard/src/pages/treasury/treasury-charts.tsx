import { getRouteApi } from "@tanstack/react-router";
import "@mantine/charts/styles.css";
import { AreaChart, LineChart } from "@mantine/charts";
import { SegmentedControl, Text } from "@mantine/core";
import type { TreasuryDay } from "../../api/generated/types.gen.ts";
import { formatMoney } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatDay } from "../../ui/page/when.tsx";
import { axisOf, axisTicks } from "../../ui/table/chart-axis.ts";
import { ChartFigures } from "../../ui/table/chart-figures.tsx";
import classes from "./treasury.module.css";
import { formatYield } from "./treasury-labels.ts";

const route = getRouteApi("/signedIn/treasury");

const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});
const dayAxis = { minTickGap: 48, interval: "equidistantPreserveStart" } as const;
const axis = { gridAxis: "x", tickLine: "none", withDots: false, curveType: "stepAfter" } as const;

/** Balance and yield over time. */
export function TreasuryCharts({ days: all }: { readonly days: readonly TreasuryDay[] }) {
  const { days = 365 } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = all.slice(-days);
  const weeks = shown.filter((_, index) => (shown.length - 1 - index) % 7 === 0);
  return (
    <Section
      title="Balance and yield"
      actions={
        <SegmentedControl
          aria-label="Time span"
          size="xs"
          value={String(days)}
          onChange={(value) =>
            void navigate({ search: (search) => ({ ...search, days: value === "90" ? 90 : undefined }), replace: true })
          }
          data={[
            { value: "90", label: "90 days" },
            { value: "365", label: "1 year" },
          ]}
        />
      }
    >
      <div className={classes["charts"]}>
        <BalanceChart days={shown} />
        <YieldChart days={shown} />
        <ChartFigures
          caption="Balance and yield at the end of each week"
          head={["Day", "Balance", "In the fund", "Yield"]}
          rows={weeks.map((week) => [
            formatDay(week.day),
            formatMoney(week.balance),
            formatMoney(week.invested),
            week.yield === null ? "–" : formatYield(week.yield),
          ])}
        />
      </div>
    </Section>
  );
}

function BalanceChart({ days }: { readonly days: readonly TreasuryDay[] }) {
  return (
    <div aria-hidden className={classes["chart"]}>
      <AreaChart
        h={200}
        data={days.map(({ day, balance, invested }) => ({ day: formatDay(day), invested, cash: balance - invested }))}
        dataKey="day"
        type="stacked"
        series={[
          { name: "invested", label: "In the fund", color: "evergreen.6" },
          { name: "cash", label: "Cash", color: "gray.5" },
        ]}
        valueFormatter={formatMoney}
        yAxisProps={{
          tickFormatter: (value: number) => compact.format(value),
          width: 56,
          ...axisOf(axisTicks([0, ...days.flatMap(({ balance, invested }) => [balance, invested])])),
        }}
        xAxisProps={dayAxis}
        withLegend
        legendProps={{ verticalAlign: "top", height: 28 }}
        fillOpacity={0.16}
        areaChartProps={{ accessibilityLayer: false }}
        {...axis}
      />
    </div>
  );
}

/** Nothing until the fund's yield is known. */
function YieldChart({ days }: { readonly days: readonly TreasuryDay[] }) {
  const yields = days.filter((day) => day.yield !== null);
  if (yields.length < 2) return null;
  return (
    <div aria-hidden>
      <Text size="xs" c="dimmed" mb={4}>
        Yield (the axis does not start at zero)
      </Text>
      <div className={classes["chart"]}>
        <LineChart
          h={200}
          data={yields.map((day) => ({ day: formatDay(day.day), yield: day.yield }))}
          dataKey="day"
          series={[{ name: "yield", label: "Yield", color: "evergreen.6" }]}
          valueFormatter={formatYield}
          yAxisProps={{
            tickFormatter: formatYield,
            width: 56,
            ...axisOf(axisTicks(yields.flatMap((day) => day.yield ?? []))),
          }}
          xAxisProps={dayAxis}
          lineChartProps={{ accessibilityLayer: false, margin: { top: 12 } }}
          {...axis}
        />
      </div>
    </div>
  );
}
