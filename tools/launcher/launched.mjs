// Loaded before the program when a launcher or npm starts it, to hide their effects:
//
// - Ctrl-C arrives several times: the terminal signals its whole foreground group, npm and the launcher then signal
//   again. To the service, a second signal means "exit at once", so repeats within a moment count as one.
// - When its launcher was killed, or npm's shell exited, the program gets a signal instead of running on as an orphan.
import { isMainThread } from "node:worker_threads";
import { whenOrphaned } from "./orphaned.mjs";

const SAME_KEY_PRESS_MS = 800;
const COUNTED_ONCE = new Set(["SIGINT", "SIGTERM"]);

function countRepeatsOnce() {
  const lastMs = new Map();
  const emit = process.emit;
  process.emit = function emitOnce(event, ...rest) {
    if (COUNTED_ONCE.has(event)) {
      const nowMs = performance.now();
      const repeated = nowMs - (lastMs.get(event) ?? Number.NEGATIVE_INFINITY) < SAME_KEY_PRESS_MS;
      lastMs.set(event, nowMs);
      if (repeated) return true;
    }
    return Reflect.apply(emit, process, [event, ...rest]);
  };
}

/**
 * A program that listens `once` has no listener for a moment, and Node.js then restores the default action: the repeat
 * would kill the program before it starts to stop. An extra listener closes this gap.
 */
function keepListening() {
  const kept = new Set();
  const keep = (signal) => {
    if (process.listenerCount(signal) > 1) return;
    process.removeListener(signal, keep);
    process.kill(process.pid, signal);
  };
  process.on("newListener", (event) => {
    if (!COUNTED_ONCE.has(event) || kept.has(event)) return;
    kept.add(event);
    process.on(event, keep);
  });
}

if (isMainThread) {
  countRepeatsOnce();
  keepListening();
  whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
}
