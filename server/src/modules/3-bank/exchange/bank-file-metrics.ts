import { childrenOf, type Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { countAttention, countUnanswered, countUnsent } from "./bank-files.queries.ts";
import type { FileObserver } from "./channels/channel-pass.ts";

/** Counts files by state, and those that wait for a person. */
export function bankFileMetrics(service: Pick<Service, "database" | "clock">, metrics: Metrics): FileObserver {
  const files = metrics.counter({
    name: "bursar_bank_files_total",
    help: "Bank files that reached a state in this process, by direction and state.",
    labelNames: ["direction", "state"],
  });
  const attention = metrics.gauge({
    name: "bursar_bank_files_attention",
    help: "Bank files that need a person: in doubt, withheld, quarantined, unsent for too long, or unanswered by the bank. Anything but 0 needs a decision.",
    labelNames: ["problem"],
  });
  metrics.onScrape(() =>
    acrossOrganizations(async () => {
      attention.reset();
      for (const problem of ["inDoubt", "withheld", "quarantined"]) attention.labels(problem).set(0);
      for (const { state, total } of await countAttention(service.database)) attention.labels(state).set(Number(total));
      const { total } = await countUnanswered(service.database, service.clock.now());
      attention.labels("unanswered").set(Number(total));
      const unsent = await countUnsent(service.database);
      attention.labels("unsent").set(Number(unsent.total));
    }),
  );
  const counted = childrenOf((direction: string, state: string) => files.labels(direction, state));
  return { moved: (direction, state) => counted(direction, state).inc() };
}
