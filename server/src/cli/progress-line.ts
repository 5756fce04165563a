import { cutTo } from "./output.ts";

/** Shown again no sooner: more often is unreadable, and slow over a network. */
const PAUSE_MS = 100;

/** A line of a terminal that is replaced by the next one, and removed before anything else is written. */
export function progressLine(stream: NodeJS.WriteStream): { show(line: string): void; remove(): void } {
  let isShown = false;
  let shownAtMs = Number.NEGATIVE_INFINITY;
  return {
    show: (line) => {
      const nowMs = performance.now();
      if (isShown && nowMs - shownAtMs < PAUSE_MS) return;
      shownAtMs = nowMs;
      isShown = true;
      // The last column stays free: a full line would wrap.
      stream.write(`\r${cutTo(line, Math.max(10, (stream.columns || 80) - 1))}\u001b[K`);
    },
    remove: () => {
      if (isShown) stream.write("\r\u001b[K");
      isShown = false;
    },
  };
}
