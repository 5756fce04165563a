import { KeyRevoked } from "../crypto/vault.ts";
import type { Service } from "../process/service.ts";
import { isUnavailable } from "../sql/database.ts";
import { withinOrganization } from "../sql/scope.ts";
import { traced } from "../telemetry/spans.ts";
import type { OrganizationId } from "../values/ids.ts";
import { findFailing, isResting, noteFailure, noteSuccess, restingFor } from "./failing-jobs.ts";

/** Runs a background job for each organization that has work. */
export interface EachOrganization {
  /**
   * Does the work of each organization and returns the amount of work done. If an organization fails, its data is at
   * fault: the error is logged, the organization is retried with a growing delay, and the others continue. If it keeps
   * failing, operators and administrators see it (failing-jobs.ts), unless its keys are revoked. Throws only if the
   * database is unavailable.
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

/** `job` names the work in the log. */
export function eachOrganization(job: string): EachOrganization {
  return {
    run: async (service, organizationIds, work) => {
      let workDone = 0;
      for (const organizationId of startingAnywhere(organizationIds)) {
        const before = findFailing(service, job, organizationId);
        if (isResting(before)) continue;
        try {
          const attributes = { "bursar.organization_id": organizationId };
          workDone += await traced("organization", { attributes }, () =>
            withinOrganization(organizationId, () => work(organizationId)),
          );
          if (noteSuccess(service, job, organizationId))
            service.log.warn({ job, organizationId }, "background job recovered");
        } catch (error) {
          if (isUnavailable(error)) throw error;
          const isRevoked = error instanceof KeyRevoked;
          if (before === undefined && isRevoked)
            service.log.warn({ job, organizationId }, "background job waits: the organization's keys are revoked");
          else if (before === undefined)
            service.log.error({ err: error, job, organizationId }, "background job failed for an organization");
          noteFailure(service, job, organizationId, { isRevoked });
        }
      }
      return workDone;
    },
    resting: (service) => restingFor(service, job),
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

/**
 * Runs the work for each item, even after a failure, so that one damaged payment or file does not stop the others; then
 * throws the first failure. Returns the amount of work done.
 */
export async function tryEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<number> | Promise<void>,
): Promise<number> {
  const failures: unknown[] = [];
  let workDone = 0;
  for (const item of items) {
    try {
      workDone += (await work(item)) ?? 0;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return workDone;
}

/**
 * Runs the work for all items together. If that fails, runs it for each half, so that one damaged item does not stop the
 * others, and then throws the first failure, also if no half fails. Returns the amount of work done.
 */
export async function tryTogether<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<number>,
): Promise<number> {
  try {
    return await work(items);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const middle = Math.ceil(items.length / 2);
    const halves = items.length < 2 ? [] : [items.slice(0, middle), items.slice(middle)];
    for (const half of halves)
      await tryTogether(half, work).catch((later: unknown) => {
        if (isUnavailable(later)) throw later;
      });
    throw error;
  }
}
