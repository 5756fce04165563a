import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { hasStoppedAccounts } from "#records/ledger";

/** Counts ledger checks, and reports whether one has found a difference that is not cleared. */
export function ledgerMetrics(service: Service, metrics: Metrics): { ledgerChecked(foundDifference: boolean): void } {
  const checks = metrics.counter({
    name: "bursar_ledger_checks_total",
    help: "Ledger checks, by result (balanced or difference).",
    labelNames: ["result"],
  });
  const inDoubt = metrics.gauge({
    name: "bursar_ledger_in_doubt",
    help: "1 while a ledger check has found a difference that is not cleared.",
  });
  metrics.onScrape(async () => inDoubt.set((await hasStoppedAccounts(service.database)) ? 1 : 0));
  return { ledgerChecked: (foundDifference) => checks.labels(foundDifference ? "difference" : "balanced").inc() };
}
