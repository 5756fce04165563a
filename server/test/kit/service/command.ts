import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Screen } from "#cli/output.ts";
import { runCli } from "#cli/run-cli.ts";
import { plainEnvironment } from "../servers/server-process.ts";

const LAUNCHER = join(import.meta.dirname, "../../../src/cli/main.ts");

export interface CommandOptions {
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. In this process, the answer to every question. */
  readonly input?: string;
  /** The command line of another version; this one's by default. In a separate process only. */
  readonly launcher?: string;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the command line in a separate process, as a person would. Loading it takes more than a second of CPU time. */
export async function bursar(
  args: readonly string[],
  { dataDir, environment = {}, input, launcher = LAUNCHER }: CommandOptions,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [launcher, ...args], {
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

/** Starts the command line in a separate process that a test may kill. */
export function startBursar(args: readonly string[], { dataDir, environment = {} }: CommandOptions) {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { ...plainEnvironment, BURSAR_DATA_DIR: dataDir, ...environment },
    stdio: "ignore",
  });
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), ended: once(child, "exit") };
}

/** What a person does and sees, for a command in this process. */
export interface Person {
  /** Ctrl-C. */
  readonly interruption?: AbortSignal;
  readonly screen?: Screen;
  /** Sees each line of the result, and of what else it says, as it comes. */
  readonly sees?: (line: string) => void;
  readonly seesProgress?: (line: string) => void;
}

/** Runs the command line in this process. Without `input`, nobody answers its questions. */
export async function bursarHere(
  args: readonly string[],
  { dataDir, environment = {}, input }: CommandOptions,
  { interruption, screen, sees, seesProgress }: Person = {},
): Promise<CommandResult> {
  const output: string[] = [];
  const errors: string[] = [];
  let requestedCode = 0;
  const answer = () =>
    input === undefined ? Promise.reject(new Error("Nobody is there to answer")) : Promise.resolve(input);
  const exitCode = await runCli(args, {
    environment: { ...plainEnvironment, BURSAR_DATA_DIR: dataDir, ...environment },
    print: (line) => {
      output.push(`${line}\n`);
      sees?.(line);
    },
    write: async (content) => {
      for await (const chunk of content) output.push(String(chunk));
    },
    complain: (line) => {
      errors.push(`${line}\n`);
      sees?.(line);
    },
    ask: answer,
    askSecret: answer,
    screen: () => screen,
    showProgress: seesProgress,
    ...(interruption === undefined ? {} : { interruption: () => interruption }),
    exitWith: (code) => {
      requestedCode = code;
    },
  });
  return { exitCode: exitCode || requestedCode, output: output.join(""), errors: errors.join("") };
}
