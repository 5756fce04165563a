import type { Metrics } from "#kernel/process/metrics.ts";
import type { RecurringObserver } from "./occurrences/run-recurring-payments.ts";

/** Counts occurrences that could not be requested. */
export function recurringMetrics(metrics: Metrics): RecurringObserver {
  const refused = metrics.counter({
    name: "bursar_recurring_payments_refused_total",
    help: "Occurrences of recurring payments that could not be requested: the account, the recipient, its bank details, or the requester is missing.",
  });
  return { refused: () => refused.inc() };
}
