import { count } from "../output.ts";

const CELLS = 20;
/** A rate from less time is a guess. */
const RATE_AFTER_MS = 2_000;

/**
 * The line of progress of a run: `[=====>              ] 2,500/10,000  98/s  1 min 17 s left`. Rows that an earlier run
 * has sent do not count as fast.
 */
export function runProgress(
  total: number,
  nowMs: () => number = () => performance.now(),
): {
  line(done: number, note?: string): string;
  /** A row took no time: it was known from before. */
  skipped(): void;
} {
  const startMs = nowMs();
  let knownRows = 0;
  return {
    skipped: () => {
      knownRows += 1;
    },
    line: (done, note) => {
      const filled = Math.floor((done / Math.max(total, 1)) * CELLS);
      const bar = `[${"=".repeat(filled)}${filled < CELLS ? ">" : ""}`.padEnd(CELLS + 1);
      const figures = `${bar}] ${done.toLocaleString("en-US")}/${total.toLocaleString("en-US")}`;
      const elapsedMs = nowMs() - startMs;
      const rate = ((done - knownRows) / elapsedMs) * 1_000;
      if (elapsedMs < RATE_AFTER_MS || rate <= 0) return [figures, note].filter(Boolean).join("  ");
      const rateText = rate < 10 ? rate.toFixed(1) : String(Math.round(rate));
      return [figures, `${rateText}/s`, `${durationText((total - done) / rate)} left`, note].filter(Boolean).join("  ");
    },
  };
}

/** `45 s`, `1 min 17 s`, `2 hours 5 min`. */
export function durationText(seconds: number): string {
  const rounded = Math.ceil(seconds);
  if (rounded < 60) return `${rounded} s`;
  const minutes = Math.floor(rounded / 60);
  return minutes < 60
    ? `${minutes} min ${rounded % 60} s`
    : `${count(Math.floor(minutes / 60), "hour")} ${minutes % 60} min`;
}
