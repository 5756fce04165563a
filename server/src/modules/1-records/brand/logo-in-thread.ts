import { Worker } from "node:worker_threads";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { oneAtATime } from "#kernel/work/one-at-a-time.ts";

export type DrawnLogo = { readonly png: Uint8Array } | { readonly problem: string };

const DRAWING_MS = 10 * SECOND_MS;
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
const UNREADABLE: DrawnLogo = { problem: "cannot be read. Save it again as a PNG, and upload that" };
const turns = oneAtATime();

/** The logo as it is stored. Refuses with `invalidRequest`. */
export async function drawLogoInThread(file: Buffer): Promise<Buffer> {
  const drawn = await turns(() => draw(file));
  if ("problem" in drawn) throw invalidRequest([{ path: "file", message: drawn.problem }]);
  return Buffer.from(drawn.png);
}

function draw(file: Buffer): Promise<DrawnLogo> {
  const thread = new Worker(new URL("./logo-thread.ts", import.meta.url), {
    name: "logo",
    workerData: file,
    resourceLimits: MEMORY,
  });
  return new Promise<DrawnLogo>((resolve) => {
    const timer = setTimeout(() => void thread.terminate(), DRAWING_MS);
    thread.once("message", resolve);
    // Out of memory, out of time, or a fault of a decoder.
    thread.once("error", () => resolve(UNREADABLE));
    thread.once("exit", () => {
      clearTimeout(timer);
      resolve(UNREADABLE);
    });
  });
}
