import type { Metrics } from "#kernel/process/metrics.ts";
import type { ScheduledObserver } from "./decisions/scheduled-payments.ts";

/** Counts scheduled payments that were not made on their day. */
export function scheduledMetrics(metrics: Metrics): ScheduledObserver {
  const unpaid = metrics.counter({
    name: "bursar_scheduled_payments_unpaid_total",
    help: "Approved requests that could not be paid on their day and wait for approval again, for example because funds are missing.",
  });
  return { unpaid: () => unpaid.inc() };
}
