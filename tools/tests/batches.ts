import type { Path } from "./import-graph.ts";

export interface Batch {
  readonly files: readonly Path[];
  readonly seconds: number;
}

/** Sharing pays for what starts the same things: browsers, databases, nothing. It pays most where that takes longest. */
const KINDS = [
  { pattern: /^dashboard\/test\//, secondsMax: 90 },
  { pattern: /^server\/test\//, secondsMax: 40 },
  { pattern: /./, secondsMax: 40 },
] as const;
/** So many batches for each that runs at once: enough to even out at the end. */
const BATCHES_EACH = 6;
const BATCH_SECONDS_MIN = 2;

/**
 * Test files by process, the longest first. A process takes one to three seconds of processor time before its first test:
 * it loads the service, compiles the embedded database, starts a browser. Files that share one pay once.
 */
export function batchesOf(
  files: readonly Path[],
  { secondsOf, atOnce }: { readonly secondsOf: (file: Path) => number; readonly atOnce: number },
): readonly Batch[] {
  const total = files.reduce((sum, file) => sum + secondsOf(file), 0);
  const evenSeconds = Math.max(BATCH_SECONDS_MIN, total / (atOnce * BATCHES_EACH));
  const kindOf = (file: Path) => KINDS.find(({ pattern }) => pattern.test(file));
  return KINDS.flatMap((kind) =>
    packed(
      files.filter((file) => kindOf(file) === kind),
      Math.min(evenSeconds, kind.secondsMax),
    ),
  )
    .map((batch) => ({ files: batch, seconds: batch.reduce((sum, file) => sum + secondsOf(file), 0) }))
    .sort((a, b) => b.seconds - a.seconds);

  function packed(kind: readonly Path[], fullSeconds: number): readonly (readonly Path[])[] {
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
