import { fork } from "node:child_process";
import { join } from "node:path";
import { postgresUrl, SERVER_VARIABLES } from "../kit/databases/test-server.ts";
import type { SimulationOptions, SimulationResult } from "./simulation.ts";

/** What a process receives and returns in messages. */
export type ApartOptions = Omit<SimulationOptions, "onLine" | "planted">;
export type ApartResult = Omit<SimulationResult, "reached"> & { readonly reached: readonly [string, number][] };

/**
 * Runs a simulation in a process of its own: what a process keeps from an earlier one, such as which statements are
 * prepared, would change the trace.
 */
export async function simulateApart({ onLine, planted: _, ...options }: SimulationOptions): Promise<SimulationResult> {
  const env = { ...process.env, [SERVER_VARIABLES.url]: await postgresUrl() };
  const child = fork(join(import.meta.dirname, "apart-process.ts"), { env });
  return new Promise((resolve, reject) => {
    child.on("message", (message: string | ApartResult) => {
      if (typeof message === "string") onLine?.(message);
      else resolve({ ...message, reached: new Map(message.reached) });
    });
    child.on("exit", (code) => reject(new Error(`the simulation of seed ${options.seed} ended with ${code}`)));
    child.send(options);
  });
}
