import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** As V8 writes it (--cpu-prof): a tree of frames, and the frame of each sample. */
interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  /** Microseconds since the sample before; the first one since `startTime`. */
  readonly timeDeltas: readonly number[];
  /** Microseconds of the machine's monotonic clock, as `process.hrtime` counts. */
  readonly startTime: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

const IDLE = new Set(["(idle)", "(program)"]);

/** The machine's monotonic clock, in microseconds. */
export const monotonicNow = (): number => Number(process.hrtime.bigint() / 1_000n);

/**
 * The share of the main thread's work between two times that was done by, or called from, a file whose URL fits. Work
 * that other code finishes later, such as reading an answer of the database, is not the file's.
 */
export function shareOf(folder: string, url: RegExp, { from, to }: { from: number; to: number }): number {
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith(".cpuprofile"));
  if (name === undefined || others.length > 0) throw new Error(`${folder} must contain one profile`);
  // Written by V8 in this form.
  const profile = JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile;
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const fits = new Map<number, boolean>();
  // Parents come before their children.
  for (const node of profile.nodes) {
    const isOne = fits.get(node.id) === true || url.test(node.callFrame.url);
    fits.set(node.id, isOne);
    for (const child of node.children ?? []) fits.set(child, isOne);
  }
  let [all, fitting, at] = [0, 0, profile.startTime];
  for (const [index, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0;
    at += delta;
    if (at < from || at > to || IDLE.has(nodes.get(id)?.callFrame.functionName ?? "")) continue;
    all += delta;
    if (fits.get(id)) fitting += delta;
  }
  if (all === 0) throw new Error("the profile has no samples of this time");
  return fitting / all;
}
