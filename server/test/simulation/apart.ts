import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { postgresUrl, SERVER_VARIABLES } from "../kit/databases/test-server.ts";
import type { SimulationOptions, SimulationResult } from "./simulation.ts";

/** What a process receives and returns in messages. */
export type ApartOptions = Omit<SimulationOptions, "onLine" | "planted">;
export type ApartResult = Omit<SimulationResult, "reached"> & { readonly reached: readonly [string, number][] };

/** What dead processes of the service have left stays in memory. */
const RUNS_MAX = 40;
const idle: { readonly child: ChildProcess; runs: number }[] = [];

/**
 * Runs a simulation in a process of its own, which it shares with earlier ones: loading the service takes longer than a
 * small seed. Several run side by side in as many processes.
 */
export async function simulateApart({ onLine, planted: _, ...options }: SimulationOptions): Promise<SimulationResult> {
  const runner = idle.pop() ?? { child: await startProcess(), runs: 0 };
  const { child } = runner;
  child.ref();
  child.channel?.ref();
  const ended = Promise.withResolvers<SimulationResult>();
  child.on("message", (message: string | ApartResult) => {
    if (typeof message === "string") onLine?.(message);
    else ended.resolve({ ...message, reached: new Map(message.reached) });
  });
  child.on("exit", (code) => ended.reject(new Error(`the simulation of seed ${options.seed} ended with ${code}`)));
  child.send(options);
  try {
    return await ended.promise;
  } finally {
    child.removeAllListeners();
    child.channel?.unref();
    child.unref();
    runner.runs += 1;
    if (runner.runs < RUNS_MAX && child.connected) idle.push(runner);
    else if (child.connected) child.disconnect();
  }
}

async function startProcess(): Promise<ChildProcess> {
  const env = { ...process.env, [SERVER_VARIABLES.url]: await postgresUrl() };
  return fork(join(import.meta.dirname, "apart-process.ts"), { env });
}
