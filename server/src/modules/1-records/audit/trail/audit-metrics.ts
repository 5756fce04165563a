import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { instantOf } from "#kernel/values/ids.ts";
import { outboxBacklog } from "#kernel/work/outbox.queries.ts";
import { auditAlarms } from "./alarms.ts";

/** Reports how far sealing lags, and the problems that this process has found in the audit log. */
export function auditMetrics(service: Service, metrics: Metrics): void {
  const sealLag = metrics.gauge({
    name: "bursar_audit_seal_lag_seconds",
    help: "Age of the oldest audit row that is not sealed yet.",
  });
  const problems = metrics.gauge({
    name: "bursar_audit_problems",
    help: "Problems this process has found in the audit log. Anything but 0 is an alarm: see the log.",
  });
  metrics.onScrape(async () => {
    sealLag.set((await sealLagMs(service)) / 1_000);
    problems.set(auditAlarms(service).length);
  });
}

async function sealLagMs(service: Service): Promise<number> {
  const backlog = await outboxBacklog(service.database);
  const oldestId = backlog.find(({ topic }) => topic === "audit")?.oldest_id ?? undefined;
  return oldestId === undefined ? 0 : Math.max(0, service.clock.now().getTime() - instantOf(oldestId).getTime());
}
