import { setTimeout as sleep } from "node:timers/promises";
import { build } from "../../tools/package/build.ts";
import { proportionalBytesOf, residentBytesOf } from "../kit/proc.ts";
import { embeddedPostmasterOf, startService } from "../service/running-service.ts";
import { type Bench, newTarget } from "./bench.ts";

/**
 * The time from the process's start to its first 200 at /readyz, with the embedded database, and the memory of both when
 * idle: from the sources, and as the package that people install.
 */
export interface StartResults extends Starts {
  /** Absent in results from before there was a package. */
  readonly packaged?: Starts;
}

interface Starts {
  /** In a new folder: the database is created and migrated, and the demo is seeded. Nothing compiled is cached. */
  readonly firstMs: readonly number[];
  readonly secondMs: readonly number[];
  readonly idleResidentMb: number | undefined;
}

const STARTS = 3;
const IDLE_MS = 15_000;

export async function measureColdStart(bench: Bench): Promise<StartResults> {
  await build();
  const packaged = await measureStarts(bench, true);
  return { ...(await measureStarts(bench, false)), packaged };
}

async function measureStarts(bench: Bench, isPackaged: boolean): Promise<Starts> {
  const what = isPackaged ? "package" : "sources";
  const firstMs: number[] = [];
  const secondMs: number[] = [];
  let idleResidentMb: number | undefined;
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
    }
    await second.stop();
    bench.say(
      `start of the ${what} ${count}: first ${firstMs.at(-1)?.toFixed(0)} ms, second ${secondMs.at(-1)?.toFixed(0)} ms`,
    );
  }
  return { firstMs, secondMs, idleResidentMb };
}
