import type { Metrics } from "../process/metrics.ts";
import type { Service } from "../process/service.ts";
import { findingsOf } from "./unproven-row.ts";

/** Reports the rows that this process found to be changed outside the service. */
export function proofMetrics({ vault }: Pick<Service, "vault">, metrics: Metrics): void {
  const found = metrics.gauge({
    name: "bursar_unproven_rows_total",
    help: "How often this process found a row that was changed outside the service, by table. Anything but 0 is an alarm: see the log and `bursar rows list`.",
    labelNames: ["table"],
  });
  metrics.onScrape(() => {
    for (const [table, count] of findingsOf(vault).counts) found.set({ table }, count);
  });
}
