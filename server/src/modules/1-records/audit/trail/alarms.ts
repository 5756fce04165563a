import { keptBy } from "#kernel/process/generations.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { instantOf, type OrganizationId } from "#kernel/values/ids.ts";
import { outboxBacklog } from "#kernel/work/outbox.queries.ts";
import { type AuditProblem, sentenceOf } from "./problem.ts";

export interface AuditAlarm {
  /** Undefined: all of them. */
  readonly organizationId: OrganizationId | undefined;
  readonly problem: AuditProblem;
}

/**
 * Problems that this process found in the audit log, for /readyz, /metrics, and the log. In memory, because an attacker
 * with database access could delete them there; a restarted process finds them again. The map's key is the vault: all
 * parts of one process share it, and no two processes do.
 */
const alarmsOf = keptBy<Service["vault"], Map<string, AuditAlarm>>(() => new Map());
const ALARMS_MAX = 1_000;

export function raiseAlarm(
  { vault, log }: Pick<Service, "vault" | "log">,
  organizationId: OrganizationId | undefined,
  problem: AuditProblem,
): void {
  const alarms = alarmsOf(vault);
  const name = nameOf(organizationId, problem);
  if (alarms.has(name) || alarms.size >= ALARMS_MAX) return;
  alarms.set(name, { organizationId, problem });
  log.error(
    { organizationId, problem: sentenceOf(problem) },
    "The audit log is in doubt. Run `bursar audit verify` and find out who wrote to the database.",
  );
}

/** For problems that can resolve without a person, such as delayed sealing. */
export function clearAlarm(
  { vault }: Pick<Service, "vault">,
  organizationId: OrganizationId | undefined,
  problem: AuditProblem,
): void {
  alarmsOf(vault).delete(nameOf(organizationId, problem));
}

export const auditAlarms = ({ vault }: Pick<Service, "vault">): readonly AuditAlarm[] => [...alarmsOf(vault).values()];

const nameOf = (organizationId: OrganizationId | undefined, problem: AuditProblem): string =>
  `${organizationId ?? "all"}: ${sentenceOf(problem)}`;

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
