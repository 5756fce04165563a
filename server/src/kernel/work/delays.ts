import { SECOND_MS } from "../clock/clock.ts";
import type { Metrics } from "../process/metrics.ts";
import type { Service } from "../process/service.ts";

/** Called when a worker begins what was due at an instant. */
export type NoteDelay = (dueAt: Date) => void;

/** Around the objective of docs/operate/watching.md. */
const BUCKETS_SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

/** Measures how long work that is due waits for a worker: the freshness of what others see. */
export function delayMetrics({ clock }: Pick<Service, "clock">, metrics: Metrics): (work: string) => NoteDelay {
  const delays = metrics.histogram(
    {
      name: "bursar_work_delay_seconds",
      help: "How long work that was due waited for a worker: payments for the bank, banks' answers, events, and webhooks to receivers that answer.",
      labelNames: ["work"],
    },
    BUCKETS_SECONDS,
  );
  return (work) => {
    const ofWork = delays.labels(work);
    return (dueAt) => ofWork.observe(Math.max(0, clock.now().getTime() - dueAt.getTime()) / SECOND_MS);
  };
}
