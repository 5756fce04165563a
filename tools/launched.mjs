// Loaded before the program when a launcher or npm stands in front of it, to make both invisible:
//
// - Ctrl-C arrives several times: the terminal signals its whole foreground group, npm and the launcher then signal
//   again. The service takes a second signal for "end at once", so repeats within a moment count as one.
// - When its launcher was killed, or npm's shell ended, the program is asked to end instead of running on alone.
import { isMainThread } from "node:worker_threads";
import { whenOrphaned } from "./orphaned.mjs";

const SAME_KEY_PRESS_MS = 800;

if (isMainThread) {
  const lastMs = new Map();
  const emit = process.emit;
  process.emit = function emitOnce(event, ...rest) {
    if (event === "SIGINT" || event === "SIGTERM") {
      const nowMs = performance.now();
      const repeated = nowMs - (lastMs.get(event) ?? Number.NEGATIVE_INFINITY) < SAME_KEY_PRESS_MS;
      lastMs.set(event, nowMs);
      if (repeated) return true;
    }
    return Reflect.apply(emit, process, [event, ...rest]);
  };

  whenOrphaned(() => process.kill(process.pid, "SIGTERM"));
}
