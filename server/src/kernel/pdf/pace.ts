import { setTimeout as sleep } from "node:timers/promises";

/** How long a part of a document took, and how much of that time the thread had a processor. */
export interface DrawnPart {
  readonly elapsedMs: number;
  readonly processorMs: number;
}

/** Shorter parts say nothing about the machine. */
const MEASURED_FROM_MS = 5;
/** Below this share of the time, other work needs the processors. Collecting garbage takes some on an idle machine. */
const SCARCE_BELOW = 0.6;
/** Drawing then gets about a tenth of the time. */
const PAUSE_PER_ELAPSED = 9;
/** Bounds how long a document of ten thousand lines takes: about a dozen seconds. */
const PAUSE_MAX_MS = 500;

/** How long drawing waits after a part so that payments go on. */
export function pauseAfter({ elapsedMs, processorMs }: DrawnPart): number {
  if (elapsedMs < MEASURED_FROM_MS || processorMs >= elapsedMs * SCARCE_BELOW) return 0;
  return Math.min(PAUSE_MAX_MS, elapsedMs * PAUSE_PER_ELAPSED);
}

/**
 * The thread has a low priority, but a scheduler divides processors between programs first, and the database is
 * another program.
 */
export async function letPaymentsGoFirst(drawn: DrawnPart): Promise<void> {
  const pauseMs = pauseAfter(drawn);
  if (pauseMs > 0) await sleep(pauseMs);
}
