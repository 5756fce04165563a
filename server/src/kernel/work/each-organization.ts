import type { Service } from "../process/service.ts";
import { isUnavailable } from "../sql/database.ts";
import { withinOrganization } from "../sql/scope.ts";
import type { OrganizationId } from "../values/ids.ts";
import { backOffMs } from "./back-off.ts";

interface Failing {
  readonly inARow: number;
  /** On the process's own clock. */
  readonly againAtMs: number;
}

/** Runs a background job for each organization that has work. */
export interface EachOrganization {
  /**
   * Does the work of each organization and returns the amount of work done. If an organization fails, its data is at
   * fault: the error is logged, the organization is retried with a growing delay, and the others continue. Throws only
   * if the database is unavailable.
   */
  run(
    service: EachService,
    organizationIds: Iterable<OrganizationId>,
    work: (organizationId: OrganizationId) => Promise<number>,
  ): Promise<number>;
  /** Organizations that wait for their retry. */
  resting(service: EachService): readonly OrganizationId[];
}

type EachService = Pick<Service, "database" | "log">;

/** `job` names the work in the log. Failures are remembered per database, in this process only. */
export function eachOrganization(job: string): EachOrganization {
  const known = new WeakMap<object, Map<OrganizationId, Failing>>();
  const failingOf = ({ database }: EachService) => {
    const failing = known.get(database) ?? new Map<OrganizationId, Failing>();
    known.set(database, failing);
    return failing;
  };
  const rests = (failing: Failing | undefined) => failing !== undefined && performance.now() < failing.againAtMs;

  return {
    run: async (service, organizationIds, work) => {
      const failing = failingOf(service);
      let workDone = 0;
      for (const organizationId of startingAnywhere(organizationIds)) {
        const before = failing.get(organizationId);
        if (rests(before)) continue;
        try {
          workDone += await withinOrganization(organizationId, () => work(organizationId));
          if (failing.delete(organizationId)) service.log.warn({ job, organizationId }, "background job recovered");
        } catch (error) {
          if (isUnavailable(error)) throw error;
          if (before === undefined)
            service.log.error({ err: error, job, organizationId }, "background job failed for an organization");
          failing.set(organizationId, failedAgain(before));
        }
      }
      return workDone;
    },
    resting: (service) => [...failingOf(service)].flatMap(([id, failing]) => (rests(failing) ? [id] : [])),
  };
}

/**
 * The same items in the same circular order, from a random one on: workers that start together do not meet at the same
 * organization, and where a pass is bounded, none is always last.
 */
export function startingAnywhere<T>(items: Iterable<T>): readonly T[] {
  const all = [...items];
  const first = Math.floor(Math.random() * all.length);
  return [...all.slice(first), ...all.slice(0, first)];
}

function failedAgain(before: Failing | undefined): Failing {
  const inARow = (before?.inARow ?? 0) + 1;
  return { inARow, againAtMs: performance.now() + backOffMs(inARow) };
}

/** Runs the work for each item, even after a failure; then throws the first failure. */
export async function tryEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
