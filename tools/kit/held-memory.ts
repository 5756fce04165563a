import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Watches how much memory a piece of work holds on to: the bytes that a collection leaves, above those before the work.
 * The size of the process would also count garbage, of which a shared test process may hold any amount.
 */
export function watchMemory(): { /** Looks now, and returns the most bytes held at any look. */ look(): number } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const held = () => {
    // The memory of buffers is given back by the collection after the one that finds them unused.
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = 0;
  return {
    look() {
      most = Math.max(most, held() - before);
      return most;
    },
  };
}
