import { setTimeout as sleep } from "node:timers/promises";

/** How long a part of a document took, and how much of that time the thread had a processor. */
export interface DrawnPart {
  readonly elapsedMs: number;
  readonly processorMs: number;
}

/** The latest parts that are looked at together: a single one may have waited for the collection of garbage. */
const LATEST = 3;
/** Shorter ones say nothing about the machine. */
const MEASURED_FROM_MS = 5;
/** Below this share of the time, other work needs the processors. On an idle machine it is about 0.85. */
const SCARCE_BELOW = 0.7;
/** Drawing then gets about a tenth of the time. */
const PAUSE_PER_ELAPSED = 9;
/** Bounds how long a document of ten thousand lines takes: about a dozen seconds. */
const PAUSE_MAX_MS = 500;

/** How long drawing waits after the last of these parts, so that payments go on. */
export function pauseAfter(latest: readonly DrawnPart[]): number {
  const elapsedMs = latest.reduce((sum, part) => sum + part.elapsedMs, 0);
  const processorMs = latest.reduce((sum, part) => sum + part.processorMs, 0);
  if (processorMs >= elapsedMs * SCARCE_BELOW) return 0;
  return Math.min(PAUSE_MAX_MS, (elapsedMs / latest.length) * PAUSE_PER_ELAPSED);
}

/**
 * For one document: call the result after each part. The thread has a low priority, but a scheduler divides processors
 * between programs first, and the database is another program.
 */
export function startPace(): (drawn: DrawnPart) => Promise<void> {
  const latest: DrawnPart[] = [];
  return async (drawn) => {
    if (drawn.elapsedMs < MEASURED_FROM_MS) return;
    latest.push(drawn);
    if (latest.length > LATEST) latest.shift();
    const pauseMs = latest.length < LATEST ? 0 : pauseAfter(latest);
    if (pauseMs > 0) await sleep(pauseMs);
  };
}
