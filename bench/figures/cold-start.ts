import { setTimeout as sleep } from "node:timers/promises";
import { type FirstPayment, payFromPackedFile } from "../../tools/kit/first-payment.ts";
import { build } from "../../tools/package/build.ts";
import { cpuSecondsOf, postgresCpuOf, proportionalBytesOf, residentBytesOf } from "../kit/proc.ts";
import { embeddedPostmasterOf, type RunningService, startService } from "../service/running-service.ts";
import { type Bench, newTarget } from "./bench.ts";

/**
 * The time from the process's start to its first 200 at /readyz, with the embedded database, and the memory of both when
 * idle: from the sources, and as the package that people install.
 */
export interface StartResults extends Starts {
  /** Absent in results from before there was a package. */
  readonly packaged?: Starts;
  /** From the packed file to the first payment, with an empty cache. Absent in results from before it was measured. */
  readonly firstPayments?: readonly FirstPayment[];
}

interface Starts {
  /** In a new folder: the database is created and migrated, and the demo is seeded. Nothing compiled is cached. */
  readonly firstMs: readonly number[];
  readonly secondMs: readonly number[];
  readonly idleResidentMb: number | undefined;
  /** Of one processor, service and database; absent in older results. */
  readonly idleProcessorShare?: number | undefined;
}

const STARTS = 3;
const IDLE_MS = 15_000;
/** After the jobs that run once, and the compilation of the others. */
const SETTLED_MS = 60_000;
const IDLE_MEASURED_MS = 60_000;

export async function measureColdStart(bench: Bench): Promise<StartResults> {
  const packed = await build();
  const packaged = await measureStarts(bench, true);
  const firstPayments: FirstPayment[] = [];
  for (let count = 1; count <= STARTS; count += 1) {
    const first = await payFromPackedFile(packed);
    firstPayments.push(first);
    bench.say(
      `from the packed file ${count}: installed after ${first.installedAfterMs.toFixed(0)} ms, paid after ${first.paidAfterMs.toFixed(0)} ms`,
    );
  }
  return { ...(await measureStarts(bench, false)), packaged, firstPayments };
}

async function measureStarts(bench: Bench, isPackaged: boolean): Promise<Starts> {
  const what = isPackaged ? "package" : "sources";
  const firstMs: number[] = [];
  const secondMs: number[] = [];
  let idleResidentMb: number | undefined;
  let idleProcessorShare: number | undefined;
  for (let count = 1; count <= STARTS; count += 1) {
    const target = { ...(await newTarget(bench, `start_${what}_${count}`, "embedded")), isPackaged };
    const first = await startService(target);
    firstMs.push(first.readyAfterMs);
    await first.stop();
    const second = await startService(target);
    secondMs.push(second.readyAfterMs);
    if (count === STARTS) {
      await sleep(IDLE_MS);
      const [service, postmaster] = [residentBytesOf(second.pid), embeddedPostmasterOf(target)];
      const database = postmaster === undefined ? 0 : proportionalBytesOf(postmaster);
      idleResidentMb = service === undefined || database === undefined ? undefined : (service + database) / 1024 ** 2;
      await sleep(SETTLED_MS);
      idleProcessorShare = await processorShareOf(second, IDLE_MEASURED_MS);
    }
    await second.stop();
    bench.say(
      `start of the ${what} ${count}: first ${firstMs.at(-1)?.toFixed(0)} ms, second ${secondMs.at(-1)?.toFixed(0)} ms`,
    );
  }
  return { firstMs, secondMs, idleResidentMb, idleProcessorShare };
}

async function processorShareOf(service: RunningService, ms: number): Promise<number | undefined> {
  const postmaster = embeddedPostmasterOf(service.target);
  const seconds = (): number => {
    const postgres = postmaster === undefined ? undefined : postgresCpuOf(postmaster);
    return (
      (cpuSecondsOf(service.pid) ?? Number.NaN) + (postgres ? postgres.backends + postgres.background : Number.NaN)
    );
  };
  const before = seconds();
  await sleep(ms);
  const share = (seconds() - before) / (ms / 1_000);
  return Number.isNaN(share) ? undefined : share;
}
