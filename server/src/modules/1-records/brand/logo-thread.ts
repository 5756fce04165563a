// The thread that draws one logo: decoding would otherwise hold up payments, and a file that a decoder cannot handle ends
// this thread only.
import { parentPort, workerData } from "node:worker_threads";
import { present } from "#kernel/assert.ts";
import { drawLogo, LogoProblem } from "./draw-logo.ts";
import type { DrawnLogo } from "./logo-in-thread.ts";

function outcome(): DrawnLogo {
  try {
    return { png: drawLogo(Buffer.from(workerData as Uint8Array)) };
  } catch (error) {
    if (error instanceof LogoProblem) return { problem: error.message };
    throw error;
  }
}

present(parentPort, "runs in a worker thread").postMessage(outcome());
