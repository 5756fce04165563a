import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { plainEnvironment } from "./server-process.ts";

const LAUNCHER = join(import.meta.dirname, "../../src/cli/main.ts");

/** Runs the command line in a process of its own, as a person would. */
export async function bursar(
  args: readonly string[],
  { dataDir, environment = {} }: { dataDir: string; environment?: Readonly<Record<string, string>> },
): Promise<{ exitCode: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { ...plainEnvironment, BURSAR_DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.on("data", (text: Buffer) => output.push(text.toString()));
  child.stderr.on("data", (text: Buffer) => errors.push(text.toString()));
  await once(child, "close");
  return { exitCode: child.exitCode, output: output.join(""), errors: errors.join("") };
}
