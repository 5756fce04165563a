import { childrenOf, type Metrics } from "#kernel/process/metrics.ts";

/** Counts attempts to deliver webhooks. */
export function deliveryMetrics(metrics: Metrics): { onAttempt(outcome: string): void } {
  const attempts = metrics.counter({
    name: "bursar_webhook_attempts_total",
    help: "Attempts to deliver a webhook, by outcome.",
    labelNames: ["outcome"],
  });
  const byOutcome = childrenOf((outcome) => attempts.labels(outcome));
  return { onAttempt: (outcome) => byOutcome(outcome).inc() };
}
