import { availableParallelism } from "node:os";
import type { Path } from "./import-graph.ts";

export const AT_ONCE_MAX = 8;
/** More than the number of processors, because tests also wait for browsers, disks, and clocks: 40 % of their time. */
export const AT_ONCE = Math.min(Math.max(2, availableParallelism()) + 3, AT_ONCE_MAX);

export interface Batch {
  readonly files: readonly Path[];
  readonly seconds: number;
}

/** Sharing a process pays for files that start the same things: browsers, databases, or nothing. */
const KINDS: readonly RegExp[] = [/^dashboard\/test\//, /^server\/test\//, /./];
/** A batch takes this part of the work that is left for each concurrent process, so that all end at about the same time. */
const PART = 1 / 2;
/** A file that takes a larger part of the run than this starts first, in a process of its own, whatever its kind. */
const POLE = 1 / 10;
/** The last batches are not smaller than this, except in short runs. */
const LAST_SECONDS = { min: 2, max: 30 } as const;

/**
 * As many batches as processes, of about the same length: for files that start nothing. Neighbors are together, so that
 * what they share is mostly loaded by one process.
 */
export function evenBatches(
  files: readonly Path[],
  { secondsOf, atOnce }: { readonly secondsOf: (file: Path) => number; readonly atOnce: number },
): readonly Batch[] {
  const batches = Array.from({ length: atOnce }, () => ({ files: [] as Path[], seconds: 0 }));
  const all = files.reduce((seconds, file) => seconds + secondsOf(file), 0);
  let before = 0;
  for (const file of files.toSorted()) {
    const middle = before + secondsOf(file) / 2;
    const batch = batches[Math.min(Math.floor((middle / all) * atOnce), atOnce - 1)];
    batch?.files.push(file);
    if (batch) batch.seconds += secondsOf(file);
    before += secondsOf(file);
  }
  return batches.filter((batch) => batch.files.length > 0);
}

/**
 * Test files by process, in the order in which they start: long files and large batches first, ever smaller ones later,
 * which even out what the first ones took longer than expected. A process takes one to three seconds of processor time before its first
 * test: it loads the service or starts a browser. Files in one process share this cost.
 */
export function batchesOf(
  files: readonly Path[],
  { secondsOf, atOnce }: { readonly secondsOf: (file: Path) => number; readonly atOnce: number },
): readonly Batch[] {
  const sum = (some: readonly Path[]) => some.reduce((seconds, file) => seconds + secondsOf(file), 0);
  const kindOf = (file: Path) => KINDS.findIndex((pattern) => pattern.test(file));
  const longestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const isPole = (file: Path) => secondsOf(file) > Math.max(LAST_SECONDS.max, (sum(files) / atOnce) * POLE);
  const [poles, others] = [longestFirst.filter(isPole), longestFirst.filter((file) => !isPole(file))];
  const inOrder = [...poles, ...KINDS.flatMap((_, kind) => others.filter((file) => kindOf(file) === kind))];
  const lastSeconds = Math.min(Math.max(LAST_SECONDS.min, sum(files) / atOnce / 8), LAST_SECONDS.max);
  const batches: Batch[] = [];
  let [left, batch]: [number, Path[]] = [sum(files), []];
  const isFull = (next: Path) =>
    isPole(batch[0] ?? next) ||
    sum(batch) + secondsOf(next) > Math.max(lastSeconds, (left / atOnce) * PART) ||
    kindOf(next) !== kindOf(batch[0] ?? next);
  const close = () => {
    const seconds = sum(batch);
    if (batch.length > 0) batches.push({ files: batch, seconds });
    [left, batch] = [left - seconds, []];
  };
  for (const file of inOrder) {
    if (isFull(file)) close();
    batch.push(file);
  }
  close();
  return batches;
}
