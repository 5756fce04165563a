import { manualClock } from "../../server/src/kernel/clock/clock.ts";
import { readConfig } from "../../server/src/kernel/process/config.ts";
import { createLog } from "../../server/src/kernel/process/log.ts";
import type { Service } from "../../server/src/kernel/process/service.ts";
import { acrossOrganizations } from "../../server/src/kernel/sql/scope.ts";
import { createIdSource } from "../../server/src/kernel/values/ids.ts";
import { runUntilIdle } from "../../server/src/kernel/work/worker.ts";
import { createApp } from "../../server/src/main/app.ts";
import { openService } from "../../server/src/main/open-service.ts";

/** The service's background work in this process, at a time of the caller's choice. */
export interface RailsProcess {
  readonly service: Service;
  setClock(at: Date): void;
  /** Runs these jobs until none finds work. Returns the seconds that it took. */
  run(...names: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** The service of the environment, without a socket and without loops: a cut-off must not be waited for. */
export async function openRails(now: Date): Promise<RailsProcess> {
  const opened = await openService(readConfig(process.env), createLog({ level: "warn" }));
  const clock = manualClock(now);
  const service = { ...opened.service, clock, newId: createIdSource(() => clock.now()) };
  const app = await createApp(service, { work: false, machineClock: clock, fileSettleMs: 1 });
  return {
    service,
    setClock: (at) => clock.set(at),
    run: async (...names) => {
      const jobs = app.jobs.filter(({ name }) => names.includes(name));
      if (jobs.length !== names.length) throw new Error(`The service has no jobs ${names.join(", ")}`);
      const startedAt = performance.now();
      await acrossOrganizations(() => runUntilIdle(jobs));
      return (performance.now() - startedAt) / 1_000;
    },
    close: async () => {
      await app.close();
      await opened.close();
    },
  };
}
