import type { Path } from "./import-graph.ts";

export interface Batch {
  readonly files: readonly Path[];
  readonly seconds: number;
}

/** Sharing a process pays for files that start the same things: browsers, databases, or nothing. */
const KINDS: readonly RegExp[] = [/^dashboard\/test\//, /^server\/test\//, /./];
/** Batches per concurrent process: enough that all processes end at about the same time. */
const BATCHES_EACH = 4;
const BATCH_SECONDS = { min: 2, max: 90 } as const;

/**
 * Test files by process, the longest first. A process takes one to three seconds of processor time before its first
 * test: it loads the service, compiles the embedded database, or starts a browser. Files in one process share this
 * cost.
 */
export function batchesOf(
  files: readonly Path[],
  { secondsOf, atOnce }: { readonly secondsOf: (file: Path) => number; readonly atOnce: number },
): readonly Batch[] {
  const total = files.reduce((sum, file) => sum + secondsOf(file), 0);
  const evenSeconds = Math.max(BATCH_SECONDS.min, total / (atOnce * BATCHES_EACH));
  const fullSeconds = Math.min(evenSeconds, BATCH_SECONDS.max);
  const kindOf = (file: Path) => KINDS.find((pattern) => pattern.test(file));
  return KINDS.flatMap((kind) => packed(files.filter((file) => kindOf(file) === kind)))
    .map((batch) => ({ files: batch, seconds: batch.reduce((sum, file) => sum + secondsOf(file), 0) }))
    .sort((a, b) => b.seconds - a.seconds);

  function packed(kind: readonly Path[]): readonly (readonly Path[])[] {
    const open: Path[][] = [];
    let seconds = Number.POSITIVE_INFINITY;
    for (const file of kind) {
      if (seconds + secondsOf(file) > fullSeconds) {
        open.push([]);
        seconds = 0;
      }
      open.at(-1)?.push(file);
      seconds += secondsOf(file);
    }
    return open;
  }
}
