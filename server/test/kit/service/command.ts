import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { plainEnvironment } from "./server-process.ts";

const LAUNCHER = join(import.meta.dirname, "../../../src/cli/main.ts");

export interface CommandOptions {
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  readonly input?: string;
}

/** Runs the command line in a separate process, as a person would. */
export async function bursar(
  args: readonly string[],
  { dataDir, environment = {}, input }: CommandOptions,
): Promise<{ exitCode: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { ...plainEnvironment, BURSAR_DATA_DIR: dataDir, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that reads nothing may exit before its standard input is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.on("data", (text: Buffer) => output.push(text.toString()));
  child.stderr.on("data", (text: Buffer) => errors.push(text.toString()));
  await once(child, "close");
  return { exitCode: child.exitCode, output: output.join(""), errors: errors.join("") };
}
