import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getWebhookDeliveryDaysOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay } from "#ui/page/when.tsx";
import { axisOf, axisTicks } from "#ui/table/chart-axis.ts";
import { ChartFigures } from "#ui/table/chart-figures.tsx";

const REFRESH_MS = 10_000;
const series = [
  { name: "delivered", label: "Delivered", color: "evergreen.6" },
  { name: "waiting", label: "Waiting", color: "yellow.6" },
  { name: "failed", label: "Failed", color: "red.7" },
];

/** A multiple of five, so that the axis has whole numbers only: there is no half delivery. */
const highestOf = (
  days: readonly { readonly delivered: number; readonly waiting: number; readonly failed: number }[],
) => 5 * Math.ceil(Math.max(1, ...days.map(({ delivered, waiting, failed }) => delivered + waiting + failed)) / 5);

/** How many deliveries there were on each of the last days, by outcome. */
export function DeliveryDays({ webhookId }: { readonly webhookId: string }) {
  const counted = useQuery({
    ...getWebhookDeliveryDaysOptions({ path: { webhookEndpointId: webhookId } }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Section title="Deliveries per day">
      <Loaded query={counted} skeleton={<Skeleton height={22} />}>
        {({ days }) => {
          const sum = (name: "delivered" | "waiting" | "failed") => days.reduce((total, day) => total + day[name], 0);
          const total = sum("delivered") + sum("waiting") + sum("failed");
          if (total === 0)
            return (
              <Text size="sm" c="dimmed">
                None in the last {days.length} days.
              </Text>
            );
          return (
            <>
              <Text size="sm" mb="sm">
                {total.toLocaleString("en-US")} in the last {days.length} days:{" "}
                {sum("delivered").toLocaleString("en-US")} delivered, {sum("waiting").toLocaleString("en-US")} waiting,{" "}
                {sum("failed").toLocaleString("en-US")} failed.
              </Text>
              <ChartFigures
                caption="Deliveries per day"
                head={["Day", "Delivered", "Waiting", "Failed"]}
                rows={days.map((day) => [
                  formatDay(day.day),
                  String(day.delivered),
                  String(day.waiting),
                  String(day.failed),
                ])}
              />
              <div aria-hidden>
                <BarChart
                  h={160}
                  type="stacked"
                  data={days.map((day) => ({ ...day, day: formatDay(day.day) }))}
                  dataKey="day"
                  series={series}
                  xAxisProps={{
                    tickFormatter: (day: string) => day.replace(/, \d{4}$/, ""),
                    interval: "equidistantPreserveStart",
                  }}
                  yAxisProps={{ ...axisOf(axisTicks([0, highestOf(days)])), allowDecimals: false, width: 40 }}
                  gridAxis="x"
                  tickLine="none"
                  barChartProps={{ accessibilityLayer: false }}
                />
              </div>
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}
