import type { Metrics } from "../process/metrics.ts";
import type { Service } from "../process/service.ts";
import type { Job } from "../work/worker.ts";
import { type Clock, SECOND_MS, systemClock } from "./clock.ts";
import { databaseNow } from "./database-time.queries.ts";

/** How far this machine's clock is from the database's. */
export interface ClockDifference {
  /** Positive if this machine is ahead. Milliseconds. */
  readonly differenceMs: number;
  /** Whether it is certainly more than a second: half of the round trip is the error of the measurement. */
  readonly isTooLarge: boolean;
}

const TOLERATED_MS = SECOND_MS;
const MEASURED_EVERY_MS = 60 * SECOND_MS;

export async function measureClock(
  database: Pick<Service["database"], "one">,
  clock: Clock = systemClock,
): Promise<ClockDifference> {
  const before = clock.now().getTime();
  const sentAt = performance.now();
  const { now } = await databaseNow(database);
  const halfTripMs = (performance.now() - sentAt) / 2;
  const differenceMs = before + halfTripMs - now.getTime();
  return { differenceMs, isTooLarge: Math.abs(differenceMs) > TOLERATED_MS + halfTripMs };
}

/** One sentence for operators. */
export const clockSentence = ({ differenceMs }: ClockDifference): string =>
  `This machine and the database differ by ${(Math.abs(differenceMs) / SECOND_MS).toFixed(1)} seconds.`;

/**
 * Compares the clock of this machine with the database's once a minute. Seconds do no harm (law 39), but sessions, links,
 * and cut-offs are then judged differently by each node, and a difference usually grows.
 */
export interface ClockWatch {
  /** For operators, while the difference is too large. */
  warning(): string | undefined;
  readonly job: Job;
}

export function createClockWatch(
  { database, log }: Pick<Service, "database" | "log">,
  metrics: Metrics,
  clock: Clock = systemClock,
): ClockWatch {
  let last: ClockDifference | undefined;
  const gauge = metrics.gauge({
    name: "bursar_clock_difference_seconds",
    help: "How far this machine's clock is ahead of the database's; negative if it is behind. More than 1 is a problem.",
  });
  metrics.onScrape(() => gauge.set((last?.differenceMs ?? 0) / SECOND_MS));
  return {
    warning: () =>
      last?.isTooLarge ? `${clockSentence(last)} Synchronize their clocks (chrony or systemd-timesyncd).` : undefined,
    job: {
      name: "clock-watch",
      everyMs: MEASURED_EVERY_MS,
      byTheClockOnly: true,
      run: async () => {
        const wasTooLarge = last?.isTooLarge ?? false;
        last = await measureClock(database, clock);
        const { differenceMs, isTooLarge } = last;
        if (isTooLarge && !wasTooLarge)
          log.warn({ differenceMs: Math.round(differenceMs) }, "this machine's clock differs from the database's");
        if (wasTooLarge && !isTooLarge) log.info({}, "this machine's clock agrees with the database's again");
        return 0;
      },
    },
  };
}
