import "@mantine/charts/styles.css";
import { AreaChart } from "@mantine/charts";
import { formatDay } from "../page/when.tsx";
import { axisOf, axisTicks } from "../table/chart-axis.ts";
import { ChartFigures } from "../table/chart-figures.tsx";
import { formatMoney, shortMoney } from "./money.tsx";

/** The balance at the end of each day. */
export function BalanceChart({
  points,
  height = 220,
}: {
  readonly points: readonly { readonly day: string; readonly balance: number }[];
  readonly height?: number;
}) {
  const week = points.filter((_, index) => (points.length - 1 - index) % 7 === 0);
  return (
    <>
      <div aria-hidden style={{ height }}>
        <AreaChart
          h={height}
          data={points.map(({ day, balance }) => ({ day: formatDay(day), balance }))}
          dataKey="day"
          series={[{ name: "balance", label: "Balance", color: "evergreen.6" }]}
          valueFormatter={formatMoney}
          yAxisProps={{
            tickFormatter: shortMoney,
            width: 56,
            ...axisOf(axisTicks([0, ...points.map(({ balance }) => balance)])),
          }}
          xAxisProps={{ minTickGap: 48, interval: "equidistantPreserveStart" }}
          gridAxis="x"
          tickLine="none"
          curveType="stepAfter"
          withDots={false}
          fillOpacity={0.12}
          areaChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <ChartFigures
        caption="Balance at the end of each week"
        head={["Day", "Balance"]}
        rows={week.map(({ day, balance }) => [formatDay(day), formatMoney(balance)])}
      />
    </>
  );
}
