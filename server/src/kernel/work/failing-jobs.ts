import { keptBy } from "../process/generations.ts";
import type { Metrics } from "../process/metrics.ts";
import type { Service } from "../process/service.ts";
import type { OrganizationId } from "../values/ids.ts";
import { backOffMs } from "./back-off.ts";

/** A job that fails for an organization. */
export interface FailingJob {
  readonly job: string;
  readonly organizationId: OrganizationId;
  readonly inARow: number;
  /** By the machine's clock. */
  readonly since: Date;
}

interface Failing extends FailingJob {
  /** On the process's own clock. */
  readonly againAtMs: number;
  /** Its keys are: what it lacks was taken on purpose, and is reported as that. */
  readonly isRevoked: boolean;
}

/** Once may be chance, such as two processes that locked each other's rows. */
const REPEATEDLY = 3;

type Owner = Pick<Service, "database">;

/**
 * In this process only, by its database: a table of failures could not be written when the database is the reason, and a
 * restarted process finds them again within seconds.
 */
const failingOf = keptBy<object, Map<string, Failing>>(() => new Map());

const jobsOf = ({ database }: Owner): Map<string, Failing> => failingOf(database);

const nameOf = (job: string, organizationId: OrganizationId): string => `${job} ${organizationId}`;

export const findFailing = (owner: Owner, job: string, organizationId: OrganizationId): Failing | undefined =>
  jobsOf(owner).get(nameOf(job, organizationId));

export function noteFailure(
  owner: Owner,
  job: string,
  organizationId: OrganizationId,
  { isRevoked = false }: { readonly isRevoked?: boolean } = {},
): void {
  const before = findFailing(owner, job, organizationId);
  const inARow = (before?.inARow ?? 0) + 1;
  const againAtMs = performance.now() + backOffMs(inARow);
  const failing = { job, organizationId, inARow, since: before?.since ?? new Date(), againAtMs, isRevoked };
  jobsOf(owner).set(nameOf(job, organizationId), failing);
}

/** Whether it had failed. */
export const noteSuccess = (owner: Owner, job: string, organizationId: OrganizationId): boolean =>
  jobsOf(owner).delete(nameOf(job, organizationId));

export const isResting = (failing: Failing | undefined): boolean =>
  failing !== undefined && performance.now() < failing.againAtMs;

/** Whether any job failed for an organization and was not done since. */
export const isAnyFailing = (owner: Owner): boolean => jobsOf(owner).size > 0;

/** The organizations for which a job waits for its retry. */
export const restingFor = (owner: Owner, job: string): readonly OrganizationId[] =>
  [...jobsOf(owner).values()].flatMap((failing) =>
    failing.job === job && isResting(failing) ? [failing.organizationId] : [],
  );

/** The jobs that keep failing, of all organizations or of one: for /readyz, /metrics, and administrators. */
export const failingJobs = (owner: Owner, only?: OrganizationId): readonly FailingJob[] =>
  [...jobsOf(owner).values()].filter(
    ({ inARow, organizationId, isRevoked }) =>
      inARow >= REPEATEDLY && !isRevoked && (only === undefined || organizationId === only),
  );

export function failingJobMetrics(owner: Owner, metrics: Metrics): void {
  const failing = metrics.gauge({
    name: "bursar_failing_jobs",
    help: "Organizations for which a background job of this process keeps failing, by job.",
    labelNames: ["work"],
  });
  metrics.onScrape(async () => {
    failing.reset();
    for (const [job, organizations] of Map.groupBy(failingJobs(owner), (failing) => failing.job))
      failing.labels(job).set(organizations.length);
  });
}
