import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { SimpleGrid, Text, VisuallyHidden } from "@mantine/core";
import type { InvoicingOverview } from "../../api/generated/types.gen.ts";
import { formatMoney, Money } from "../../ui/money/money.tsx";

const names: Readonly<Record<InvoicingOverview["aging"][number]["bucket"], string>> = {
  current: "Not due yet",
  days1To30: "1–30 days",
  days31To60: "31–60 days",
  days61To90: "61–90 days",
  over90Days: "Over 90 days",
};
/** Short enough for a phone, under which the axis has its title. */
const axisNames: typeof names = {
  current: "Not due",
  days1To30: "1–30",
  days31To60: "31–60",
  days61To90: "61–90",
  over90Days: "Over 90",
};
const compact = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

/** What customers owe, by how many days it is overdue. */
export function AgingChart({ overview }: { readonly overview: InvoicingOverview }) {
  const { aging, amountDue, overdue, paidLast30Days, credit } = overview;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md" mb="md">
        <Figure label="Outstanding" amount={amountDue} />
        <Figure label="Overdue" amount={overdue} />
        <Figure label="Paid in the last 30 days" amount={paidLast30Days} />
        <Figure label="Customer credit" amount={credit} />
      </SimpleGrid>
      {aging.some(({ amountDue: due }) => due > 0) && <Bars aging={aging} />}
      <VisuallyHidden>
        <table>
          <caption>Amount due by days overdue</caption>
          <tbody>
            {aging.map(({ bucket, amountDue: due, invoices }) => (
              <tr key={bucket}>
                <th scope="row">{names[bucket]}</th>
                <td>{formatMoney(due)}</td>
                <td>{invoices} invoices</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

/** Without an outstanding invoice, bars of nothing would only invent an axis. */
const Bars = ({ aging }: Pick<InvoicingOverview, "aging">) => (
  <div aria-hidden>
    <BarChart
      h={210}
      data={aging.map(({ bucket, amountDue: due }) => ({ bucket: axisNames[bucket], due }))}
      dataKey="bucket"
      series={[{ name: "due", label: "Outstanding", color: "evergreen.6" }]}
      valueFormatter={formatMoney}
      yAxisProps={{ tickFormatter: (amount: number) => compact.format(amount), width: 56 }}
      xAxisProps={{ interval: 0 }}
      xAxisLabel="Days overdue"
      gridAxis="x"
      tickLine="none"
      barChartProps={{ accessibilityLayer: false, margin: { top: 12, bottom: 28 } }}
    />
  </div>
);

const Figure = ({ label, amount }: { readonly label: string; readonly amount: number }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Money amount={amount} fz="lg" fw={600} />
  </div>
);
