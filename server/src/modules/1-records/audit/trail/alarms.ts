import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
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
const byProcess = new WeakMap<Service["vault"], Map<string, AuditAlarm>>();
const ALARMS_MAX = 1_000;

export function raiseAlarm(
  { vault, log }: Pick<Service, "vault" | "log">,
  organizationId: OrganizationId | undefined,
  problem: AuditProblem,
): void {
  const alarms = byProcess.get(vault) ?? new Map<string, AuditAlarm>();
  byProcess.set(vault, alarms);
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
  byProcess.get(vault)?.delete(nameOf(organizationId, problem));
}

export const auditAlarms = ({ vault }: Pick<Service, "vault">): readonly AuditAlarm[] => [
  ...(byProcess.get(vault)?.values() ?? []),
];

const nameOf = (organizationId: OrganizationId | undefined, problem: AuditProblem): string =>
  `${organizationId ?? "all"}: ${sentenceOf(problem)}`;
