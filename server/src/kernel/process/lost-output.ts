import type { Metrics } from "./metrics.ts";

/** Pieces of output that could not be written since the process started. */
export interface LostOutput {
  readonly count: () => number;
}

/**
 * Keeps the process running when its log or other output cannot be written: on a full disk, or when the program that reads
 * it has ended. Node.js would end the process. What is lost is counted, because the log cannot say so.
 */
export function surviveLostOutput(): LostOutput {
  let count = 0;
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", () => {
      count += 1;
    });
  return { count: () => count };
}

export function lostOutputMetrics({ count }: LostOutput, metrics: Metrics): void {
  const lost = metrics.counter({
    name: "bursar_log_lines_lost_total",
    help: "Lines of the log that could not be written, because the disk is full or their reader is gone.",
  });
  metrics.onScrape(() => {
    lost.reset();
    lost.inc(count());
  });
}
