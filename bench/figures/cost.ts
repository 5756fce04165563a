import { cpuSecondsOf, machineCpu, postgresCpuOf } from "../kit/proc.ts";
import type { LoadResult } from "../load/plan.ts";
import { embeddedPostmasterOf, type RunningService } from "../service/running-service.ts";
import { scrape } from "../service/scrape.ts";
import type { Bench } from "./bench.ts";

/** Processor time per payment, in microseconds, by process. */
export interface Cost {
  readonly column: string;
  readonly connections: number;
  readonly perSecond: number;
  readonly serviceMicroseconds: number;
  readonly backendMicroseconds: number;
  readonly postgresBackgroundMicroseconds: number;
  readonly generatorMicroseconds: number;
  /** The idle share of all processors. */
  readonly idleShare: number;
  readonly paymentsPerBatch: number;
}

/** Runs a load and returns its cost; undefined if the system does not report processor time. */
export async function measureCost(
  bench: Bench,
  service: RunningService,
  load: () => Promise<LoadResult>,
): Promise<{ result: LoadResult; cost: Omit<Cost, "column" | "connections"> | undefined }> {
  const before = await snapshot(bench, service);
  const result = await load();
  const after = await snapshot(bench, service);
  if (!before || !after) return { result, cost: undefined };
  // The processor time includes the warm-up's payments.
  const payments = Object.values(result.statuses).reduce((sum, count) => sum + count, 0);
  const perPayment = (seconds: number) => (seconds * 1e6) / payments;
  return {
    result,
    cost: {
      perSecond: result.perSecond,
      serviceMicroseconds: perPayment(after.service - before.service),
      backendMicroseconds: perPayment(after.postgres.backends - before.postgres.backends),
      postgresBackgroundMicroseconds: perPayment(after.postgres.background - before.postgres.background),
      generatorMicroseconds: (result.generatorCpu * 1e6) / result.perSecond,
      idleShare: (after.machine.idle - before.machine.idle) / (after.machine.all - before.machine.all),
      paymentsPerBatch:
        (after.scraped.batchedPayments - before.scraped.batchedPayments) /
        (after.scraped.batches - before.scraped.batches),
    },
  };
}

async function snapshot({ cluster }: Bench, { pid, url, target }: RunningService) {
  const service = cpuSecondsOf(pid);
  const postmaster = target.databaseUrl === undefined ? embeddedPostmasterOf(target) : cluster.pid();
  const postgres = postmaster === undefined ? undefined : postgresCpuOf(postmaster);
  const machine = machineCpu();
  if (service === undefined || postgres === undefined || machine === undefined) return undefined;
  return { service, postgres, machine, scraped: await scrape({ url }) };
}
