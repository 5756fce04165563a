// Loaded before the program when a launcher or npm stands in front of it, to make both invisible:
//
// - Ctrl-C arrives several times: the terminal signals its whole foreground group, npm and the launcher then signal
//   again. The service takes a second signal for "end at once", so repeats within a moment count as one.
// - A launcher that was killed, or npm's shell that ended on SIGTERM without passing it on, would leave the service
//   running alone: when its parent is gone, the program is asked to end.
import { isMainThread } from "node:worker_threads";

const SAME_KEY_PRESS_MS = 800;
const PARENT_CHECK_MS = 500;

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

  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    process.kill(process.pid, "SIGTERM");
  }, PARENT_CHECK_MS).unref();
}
