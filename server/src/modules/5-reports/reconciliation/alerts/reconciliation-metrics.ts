import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { openForTooLong } from "./alert-open-items.ts";
import { countOverdue } from "./alerts.queries.ts";

/** Counts what a person should have reconciled by now. */
export function reconciliationMetrics(service: Pick<Service, "database" | "clock">, metrics: Metrics): void {
  const open = metrics.gauge({
    name: "bursar_reconciliation_overdue",
    help: "Movements of banks that no transaction explains after 5 days, and statements whose pages have not all arrived after a day.",
    labelNames: ["problem"],
  });
  metrics.onScrape(() =>
    acrossOrganizations(async () => {
      const { movements, reports } = await countOverdue(service.database, openForTooLong(service.clock.now()));
      open.labels("openMovement").set(Number(movements));
      open.labels("missingPages").set(Number(reports));
    }),
  );
}
