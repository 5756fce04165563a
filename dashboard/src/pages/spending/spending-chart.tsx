import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { formatMoney } from "../../ui/money/money.tsx";
import { longMonth, monthTick } from "./period.ts";
import type { Series, Spending } from "./series.ts";

const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

/** For the height of a bar only. */
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Months as stacked bars. Hidden from screen readers, because the tables below contain the same figures. */
export function SpendingChart({
  spending,
  series,
}: {
  readonly spending: Spending;
  readonly series: readonly Series[];
}) {
  const { months } = spending;
  const data = months.map(({ month }, index) => ({
    month: longMonth(month),
    ...Object.fromEntries(
      series.map(({ key, categories }) => [key, sum(categories.map((category) => category.months[index] ?? 0))]),
    ),
  }));
  const ticks = new Map(months.map(({ month }, index) => [longMonth(month), monthTick(month, index)]));
  return (
    <div aria-hidden>
      <BarChart
        h={280}
        type="stacked"
        data={data}
        dataKey="month"
        series={series.map(({ key, label, color }) => ({ name: key, label, color }))}
        valueFormatter={formatMoney}
        xAxisProps={{
          tickFormatter: (name: string) => ticks.get(name) ?? name,
          interval: "equidistantPreserveStart",
        }}
        yAxisProps={{ tickFormatter: (amount: number) => compact.format(amount), width: 56 }}
        gridAxis="x"
        tickLine="none"
        tooltipProps={{ wrapperStyle: { zIndex: 3 } }}
        barChartProps={{ accessibilityLayer: false, margin: { top: 12 } }}
      />
    </div>
  );
}
