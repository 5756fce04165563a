import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Watches how much memory a piece of work holds on to: the bytes that a collection leaves, above those before the work.
 * The size of the process would also count garbage, of which a shared test process may hold any amount.
 */
export function watchMemory(): { /** Looks now, and returns the most bytes held at any look. */ look(): number } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const left = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  // The memory of buffers is given back by the collection after the one that finds them unused.
  left();
  const before = left();
  let most = 0;
  return {
    look() {
      // A collection takes as long as the process is large: the second one only where it can make a difference.
      const held = left() - before;
      if (held > most) most = Math.max(most, Math.min(held, left() - before));
      return most;
    },
  };
}
