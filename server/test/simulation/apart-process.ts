import type { ApartOptions, ApartResult } from "./apart.ts";
import { simulate } from "./simulation.ts";

/** The process of simulations (apart.ts), one after the other. */
const tell = (message: string | ApartResult): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, {}, () => resolve());
  });

process.on("message", async (options: ApartOptions) => {
  const result = await simulate({ ...options, onLine: (line) => void tell(line) });
  await tell({ ...result, reached: [...result.reached] });
});
// What dead processes left waits forever.
process.on("disconnect", () => process.exit());
