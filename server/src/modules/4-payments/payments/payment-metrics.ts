import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { handOverBacklog } from "./bank/hand-over.queries.ts";

/** Counts payments that were not submitted to the bank because their bank details do not verify. */
export function handOverMetrics(service: Service, metrics: Metrics): { onUnverified(count: number): void } {
  const unverified = metrics.counter({
    name: "bursar_payments_unverified_total",
    help: "Payments not submitted to the bank because their bank details do not verify. Anything but 0 means that someone changed the database.",
  });
  const waiting = metrics.gauge({
    name: "bursar_hand_over_commits",
    help: "Commits whose payments are due and that are not queued for the bank yet.",
  });
  metrics.onScrape(async () => {
    const due = await handOverBacklog(service.database, service.clock.now());
    waiting.set(Number(due.commits));
  });
  return { onUnverified: (count) => unverified.inc(count) };
}
